import { describe, expect, it } from 'vitest';
import type { SuiteContext } from '../harness.js';
import { termOf } from '../samples/analysis.js';
import { sampleDocument } from '../samples/sample-document.js';

export function statisticsBehaviours({ engine, freshCollection }: SuiteContext): void {
  describe('statistics', () => {
    it('follow writes, replacements and deletes at once', async () => {
      const collection = await freshCollection();
      const terms = ['apple', 'pear', 'plum'].map((word) => ({ id: termOf(word), weight: 1 }));
      const statistics = async () => (await engine().nominate({ collection, lanes: ['keyword'], limit: 5, terms })).statistics;
      const write = (key: string, version: number, chunks: string[]) =>
        engine().writeDocument(sampleDocument({ collection, key, version, chunks }));
      expect(await statistics()).toEqual({ points: 0, totalLength: 0, documentFrequency: [0, 0, 0] });
      await write('a', 1, ['apple apple pear', 'apple']);
      await write('b', 1, ['apple plum']);
      expect(await statistics()).toEqual({ points: 3, totalLength: 6, documentFrequency: [3, 1, 1] });
      await write('a', 2, ['pear']);
      expect(await statistics()).toEqual({ points: 2, totalLength: 3, documentFrequency: [1, 1, 1] });
      const { docId } = sampleDocument({ collection, key: 'b', chunks: [] });
      await engine().deleteDocuments({ collection, documents: [{ docId, key: 'b', version: 2 }] });
      expect(await statistics()).toEqual({ points: 1, totalLength: 1, documentFrequency: [0, 1, 0] });
    });

    it('are those of the whole collection, whatever the filter', async () => {
      const collection = await freshCollection();
      await engine().writeDocument(sampleDocument({ collection, key: 'a', chunks: ['apple', 'apple pear'] }));
      const { statistics } = await engine().nominate({
        collection,
        lanes: ['keyword'],
        limit: 5,
        terms: [{ id: termOf('apple'), weight: 1 }],
        filter: { must: [{ key: 'chunk_index', match: { value: 0 } }] },
      });
      expect(statistics).toEqual({ points: 2, totalLength: 3, documentFrequency: [2] });
    });
  });
}
