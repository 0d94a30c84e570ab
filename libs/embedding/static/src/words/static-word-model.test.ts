import type { WeightedWord } from '@tributary/embedding-port';
import { afterAll, describe, expect, it } from 'vitest';
import { StaticEmbeddingProvider } from '../provider/static-embedding-provider.js';

const provider = new StaticEmbeddingProvider();
const { words } = provider;
afterAll(() => provider.close());

const matched = (asked: readonly WeightedWord[], ...passages: readonly string[]): readonly number[] =>
  words.matchWords([{ words: asked, passages }])[0] ?? [];
const cosine = (a: Float32Array, b: Float32Array | undefined) => a.reduce((sum, value, d) => sum + value * (b?.[d] ?? 0), 0);

describe('words weighed one by one', () => {
  it('make the vector of their text where all weigh the same', () => {
    const [whole] = provider.embedSync(['rotate access tokens']);
    const parts = ['rotate', 'access', 'tokens'].map((word) => ({ word, weight: 3 }));
    expect(cosine(words.embedWords(parts), whole)).toBeCloseTo(1, 6);
  });

  it('draw the vector towards those that weigh more', () => {
    const [tokens] = provider.embedSync(['tokens']);
    const towards = (weight: number) =>
      cosine(
        words.embedWords([
          { word: 'rotate', weight: 1 },
          { word: 'tokens', weight },
        ]),
        tokens,
      );
    expect(towards(4)).toBeGreaterThan(towards(1));
    expect(towards(1)).toBeGreaterThan(towards(0));
  });

  it('make zeros of words nobody knows', () => {
    expect(words.embedWords([{ word: '\u0007', weight: 1 }]).every((value) => value === 0)).toBe(true);
    expect(matched([{ word: '\u0007', weight: 1 }], 'a passage')).toEqual([0]);
    expect(matched([], 'a passage', '')).toEqual([0, 0]);
  });
});

describe('knowing words', () => {
  it.each(['glasses', 'Glasses', 'son'])('is to have %s as a whole', (word) => {
    expect(words.knows(word)).toBe(true);
  });

  it.each(['meniscus', 'Rechnungen', 'пользователями', 'largestTriangle', '\u0007', ''])(
    'is not to put "%s" together of pieces, or to have nothing of it',
    (word) => {
      expect(words.knows(word)).toBe(false);
    },
  );
});

describe('soft word match', () => {
  const match = (word: string, ...passages: readonly string[]) => matched([{ word, weight: 2 }], ...passages);

  it('is 1 for the very word, less for one like it, 0 for one that has nothing to do with it', () => {
    const [same, alike, other, none] = match('doctor', 'Ask your doctor first.', 'Ask a physician first.', 'The boat sails at noon.', '');
    expect(same).toBe(1);
    expect(alike).toBeGreaterThan(0.1);
    expect(alike).toBeLessThan(1);
    expect(other).toBeLessThan(alike ?? 0);
    expect(none).toBe(0);
  });

  it('is the mean over the words by their weights', () => {
    const weighed = (boat: number) =>
      matched(
        [
          { word: 'doctor', weight: 1 },
          { word: 'xylophone', weight: boat },
        ],
        'The doctor came.',
      )[0] ?? 0;
    const alone = matched([{ word: 'xylophone', weight: 1 }], 'The doctor came.')[0] ?? 0;
    expect(weighed(3)).toBeCloseTo((1 + 3 * alone) / 4, 6);
  });

  it('is the same for what is asked at once as for each alone', () => {
    const doctors = [
      { word: 'doctor', weight: 2 },
      { word: 'boat', weight: 1 },
      { word: 'doctor', weight: 0.5 },
    ];
    const asked = [
      { words: doctors, passages: ['Ask a physician first.', 'The boat sails at noon.', ''] },
      { words: [{ word: 'boat', weight: 3 }], passages: [] },
      { words: [], passages: ['The boat sails at noon.'] },
      { words: [{ word: 'boat', weight: 3 }, ...doctors], passages: ['Ships in port', 'Ask your doctor first.'] },
    ];
    expect(words.matchWords(asked)).toEqual(asked.map((one) => matched(one.words, ...one.passages)));
    expect(words.matchWords(asked)[3]?.[1]).toBeGreaterThan(0.3);
  });

  it('answers the same however many words were asked about meanwhile', () => {
    const before = match('harbour', 'ships in port');
    for (let i = 0; i < 100; i++) match(`word${i.toString()} letter${String.fromCharCode(97 + (i % 26))}`, 'ships in port');
    expect(match('harbour', 'ships in port')).toEqual(before);
  });
});
