import { afterAll, beforeAll, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.collection('carnet', [
    { key: 'disque', title: 'Disque', text: "Le chiffrement d'un disque se règle au moment où le système est installé." },
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
