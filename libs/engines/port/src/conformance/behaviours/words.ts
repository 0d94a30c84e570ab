import { describe, expect, it } from 'vitest';
import type { SuiteContext } from '../harness.js';
import { sampleDocument } from '../samples/sample-document.js';

export function wordBehaviours({ engine, freshCollection }: SuiteContext): void {
  describe('words', () => {
    it('suggests the words within one edit, most frequent first; a known word is answered with itself', async () => {
      const collection = await freshCollection();
      await engine().writeDocument(
        sampleDocument({ collection, key: 'a', chunks: ['house mouse', 'house horse', 'horse house', 'unrelated'] }),
      );
      expect(await engine().suggestWords(collection, ['house', 'hosue', 'ouse', 'xyzzy'])).toEqual([
        [{ word: 'house', documentFrequency: 3 }],
        [{ word: 'house', documentFrequency: 3 }],
        [
          { word: 'house', documentFrequency: 3 },
          { word: 'mouse', documentFrequency: 1 },
        ],
        [],
      ]);
    });

    it('lists the words that begin so, most frequent first', async () => {
      const collection = await freshCollection();
      const write = (key: string, chunks: string[]) => engine().writeDocument(sampleDocument({ collection, key, chunks }));
      await write('a', ['house houses', 'houses mouse', 'houseboat housing']);
      expect(await engine().wordsBeginning(collection, ['house', 'h', 'zz', 'house%'])).toEqual([
        [
          { word: 'houses', documentFrequency: 2 },
          { word: 'house', documentFrequency: 1 },
          { word: 'houseboat', documentFrequency: 1 },
        ],
        [
          { word: 'houses', documentFrequency: 2 },
          { word: 'house', documentFrequency: 1 },
          { word: 'houseboat', documentFrequency: 1 },
          { word: 'housing', documentFrequency: 1 },
        ],
        [],
        [],
      ]);
      await write(
        'b',
        Array.from({ length: 20 }, (_, at) => `word${'abcdefghijklmnopqrst'.charAt(at)}`),
      );
      const [words = []] = await engine().wordsBeginning(collection, ['word']);
      expect(words).toHaveLength(16);
      expect(words[0]).toEqual({ word: 'worda', documentFrequency: 1 });
      const { docId } = sampleDocument({ collection, key: 'a', chunks: [] });
      await engine().deleteDocuments({ collection, documents: [{ docId, key: 'a', version: 2 }] });
      expect(await engine().wordsBeginning(collection, ['house'])).toEqual([[]]);
      await expect(engine().wordsBeginning('missing', ['house'])).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    });

    it('forgets a word with its last point', async () => {
      const collection = await freshCollection();
      const write = (key: string, version: number, chunks: string[]) =>
        engine().writeDocument(sampleDocument({ collection, key, version, chunks }));
      await write('a', 1, ['zebra', 'zebra zebra']);
      await write('b', 1, ['zebra crossing']);
      expect(await engine().suggestWords(collection, ['zebra'])).toEqual([[{ word: 'zebra', documentFrequency: 3 }]]);
      await write('a', 2, ['lion']);
      expect(await engine().suggestWords(collection, ['zebra'])).toEqual([[{ word: 'zebra', documentFrequency: 1 }]]);
      const { docId } = sampleDocument({ collection, key: 'b', chunks: [] });
      await engine().deleteDocuments({ collection, documents: [{ docId, key: 'b', version: 2 }] });
      expect(await engine().suggestWords(collection, ['zebra', 'lions'])).toEqual([[], [{ word: 'lion', documentFrequency: 1 }]]);
    });
  });
}
