import { wordsOf } from '@tributary/engines-port';
import { analyseChunk } from '@tributary/ranking';
import { eventually } from '@tributary/testing';
import { expect, it } from 'vitest';
import { ChunkAnalysis } from './chunk-analysis.js';
import { packFeatures, unpackFeatures, type ChunkFeatures } from './packed-features.js';

const CHUNKS = [
  { heading: 'Garden', content: 'The gardener waters readFile and 東京 twice, twice.' },
  { heading: '', content: '' },
  { heading: 'Numbers only', content: '12 345' },
  ...Array.from({ length: 97 }, (_, i) => ({ heading: '', content: `word${i.toString()} number ${'again '.repeat(i)}` })),
];
const EXPECTED = CHUNKS.map(analyseChunk);

/** Terms and words, whichever form these have. */
const comparable = (features: readonly ChunkFeatures[]) => features.map(({ terms, words }) => ({ terms, words: wordsOf({ words }) }));

it('packs features without loss, and leaves the words lines', () => {
  const unpacked = unpackFeatures(packFeatures(EXPECTED));
  expect(comparable(unpacked)).toEqual(EXPECTED);
  expect(unpacked[0]?.words).toHaveProperty('lines');
});

it('analyses in a thread of its own while there is much to do, and without one before and after', async () => {
  const analysis = new ChunkAnalysis();
  expect(await analysis.analyse(CHUNKS.slice(0, 3))).toEqual(EXPECTED.slice(0, 3));
  expect(analysis.hasThread).toBe(false);
  const many = await Promise.all(Array.from({ length: 20 }, () => analysis.analyse(CHUNKS)));
  expect(analysis.hasThread).toBe(true);
  for (const features of many) expect(comparable(features)).toEqual(EXPECTED);
  await eventually(() => !analysis.hasThread);
  expect(await analysis.analyse(CHUNKS.slice(0, 1))).toEqual(EXPECTED.slice(0, 1));
});
