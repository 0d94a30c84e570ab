import { expect, it } from 'vitest';
import { describeContent } from './describe-content.js';

const COOKING = [
  'Knead the dough and bake the bread.',
  'Bake bread in a hot oven.',
  'The dough of the bread rises.',
  'Rye bread needs sour dough.',
  'An oven for bread.',
];
const SAILING = [
  'Trim the jib when tacking.',
  'The jib and the mainsail of a sloop.',
  'A sloop is tacking upwind.',
  'Reef the mainsail of the sloop.',
  'Hoist jib and mainsail.',
];

const passages = [
  ...COOKING.map((content, at) => ({ title: `Loaf ${at.toString()}`, content, common: Float32Array.of(1, 0) })),
  ...SAILING.map((content, at) => ({ title: `Tack ${at.toString()}`, content, common: Float32Array.of(0, 1) })),
];

it('says the telling words, those of each topic, and titles, the same each time', async () => {
  const text = await describeContent(passages);
  expect(text).toBe(await describeContent(passages));
  const [about = '', ...topics] = text.split(/(?<=[.;]) /u);
  for (const word of ['bread', 'dough', 'jib', 'sloop']) expect(about).toContain(word);
  expect(about).not.toMatch(/\b(the|and|when|needs)\b/);
  const cooking = topics.find((topic) => topic.includes('bread')) ?? '';
  expect(cooking).toContain('dough');
  expect(cooking).not.toContain('jib');
  expect(text).toMatch(/Such as: (Loaf 0; Tack 0|Tack 0; Loaf 0)\.$/);
});

it('stays within 2,000 characters, and is empty where there is nothing to say', async () => {
  const words = Array.from({ length: 400 }, (_, at) =>
    `${String.fromCharCode(97 + (at % 26))}${'abcdefghijklmnopqrst'.slice(at % 19)}`.repeat(2),
  );
  const long = Array.from({ length: 60 }, (_, at) => ({
    title: words[at] ?? '',
    content: words.slice(at, at + 60).join(' '),
    common: Float32Array.of(at % 2, 1),
  }));
  const text = await describeContent(long);
  expect(text.length).toBeGreaterThan(200);
  expect(text.length).toBeLessThanOrEqual(2000);
  expect(await describeContent([])).toBe('');
  expect(await describeContent([{ title: '', content: '1 2 3', common: new Float32Array(2) }])).toBe('');
});
