import { afterAll, beforeAll, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.collection('carnet', [
    { key: 'disque', title: 'Disque', text: 'Chiffrer un disque se règle au moment où le système est installé.' },
    { key: 'repas', title: 'Cuisine', text: 'Comment cuire mon repas, que je garde au froid.' },
    { key: 'jardin', title: 'Jardin', text: 'Tailler la vigne en hiver, quand elle dort.' },
    { key: 'velo', title: 'Vélo', text: 'Changer la chaîne tous les trois mille kilomètres.' },
    { key: 'imprimante', title: 'Imprimante', text: "L'encre noire se commande par deux." },
  ]);
});
afterAll(() => bed[Symbol.asyncDispose]());

it('finds what a question of another language is about, not what says its function words', async () => {
  const { hits } = await bed.run({ query: 'Comment est-ce que je peux chiffrer mon portable ?' });
  expect(hits[0]).toMatchObject({ title: 'Disque' });
});

it('does not take a word by which one asks for a mistake', async () => {
  await bed.collection('notizen', [
    { key: 'buecher', title: 'Bücher', text: 'Thomas Mann: Der Zauberberg. Sein Word-Dokument liegt beim Verlag.' },
    { key: 'kueche', title: 'Küche', text: 'Die Schränke haben eine Lieferzeit von acht Wochen.' },
  ]);
  const { hits, notes } = await bed.run({ query: 'Wann wird die Lieferzeit erreicht?', collections: ['notizen'] });
  expect(hits[0]).toMatchObject({ title: 'Küche' });
  expect(notes.filter((note) => /wann|wird/.test(note))).toEqual([]);
  const mistaken = await bed.run({ query: 'Wann wird die Lieferzeid erreicht?', collections: ['notizen'] });
  expect(mistaken.notes.join(' ')).toContain('"lieferzeid"');
});
