import { describe, expect, it } from 'vitest';
import { expectWhole } from './expect-whole.js';
import type { SuiteContext } from '../harness.js';
import { termOf } from '../samples/analysis.js';
import { replacedDocument } from '../samples/replaced-document.js';
import { sampleCard } from '../samples/sample-card.js';
import { sampleDocument } from '../samples/sample-document.js';
import { amountOf } from '../samples/size.js';

export function durabilityBehaviours({ engine, open, freshCollection, suite }: SuiteContext): void {
  const hasWords = suite.capabilities.lanes.includes('keyword');

  describe('durable data', () => {
    it('is there when opened again: documents, fences, tombstones, words, statistics', async () => {
      const collection = await freshCollection();
      const kept = sampleDocument({ collection, key: 'kept', version: 3, chunks: ['first text', 'second text'] });
      const gone = sampleDocument({ collection, key: 'gone', version: 1, chunks: ['gone'] });
      await engine().writeDocument(kept);
      await engine().writeDocument(gone);
      await engine().deleteDocuments({ collection, documents: [{ docId: gone.docId, key: 'gone', version: 2 }] });
      const again = await open();
      expect(await again.getCollection(collection)).toEqual({ name: collection, card: sampleCard(8), documents: 1, points: 2 });
      expect((await again.read(collection, {})).map(({ payload }) => payload.content)).toEqual(['first text', 'second text']);
      expect(await again.fences(collection, [gone.docId])).toEqual([{ version: 2, hash: '', deleted: true }]);
      if (!hasWords) return;
      expect(await again.suggestWords(collection, ['text', 'gone'])).toEqual([[{ word: 'text', documentFrequency: 2 }], []]);
      const { statistics } = await again.nominate({ collection, lanes: [], limit: 1, terms: [{ id: termOf('text'), weight: 1 }] });
      expect(statistics).toEqual({ points: 2, totalLength: 4, documentFrequency: [2] });
    });

    it('written by one is in the next search of the other, in both directions', async () => {
      const collection = await freshCollection();
      const other = await open();
      const filter = { must: [{ key: 'lang', match: { value: 'md' } }] };
      for (let version = 1; version <= amountOf(suite, 20); version++) {
        const [writer, reader] = version % 2 === 0 ? [engine(), other] : [other, engine()];
        await writer.writeDocument(replacedDocument(collection, version));
        await writer.writeDocument(
          sampleDocument({
            collection,
            key: `n${version.toString()}`,
            chunks: [{ content: `word${version.toString()}`, payload: { lang: 'md' } }],
          }),
        );
        expect(await expectWhole(reader, collection)).toBe(version);
        expect(await reader.count(collection, filter)).toBe(version);
        if (hasWords) expect(await reader.suggestWords(collection, [`word${version.toString()}`])).toHaveLength(1);
      }
      const statistics = await Promise.all(
        [engine(), other].map(
          async (one) =>
            (await one.nominate({ collection, lanes: [], limit: 1, terms: [{ id: termOf('replaced'), weight: 1 }] })).statistics,
        ),
      );
      expect(statistics[0]).toEqual(statistics[1]);
    });

    it('goes for the other, too, when one drops the collection', async () => {
      const collection = await freshCollection();
      const other = await open();
      await engine().writeDocument(sampleDocument({ collection, key: 'a', chunks: ['old'] }));
      expect(await other.count(collection, {})).toBe(1);
      await engine().dropCollection(collection);
      await engine().createCollection(collection, sampleCard(8));
      expect(await other.count(collection, {})).toBe(0);
      await other.writeDocument(sampleDocument({ collection, key: 'a', chunks: ['new', 'newer'] }));
      expect(await engine().count(collection, {})).toBe(2);
    });

    it('is followed over many changes that nobody looked at meanwhile', async () => {
      const collection = await freshCollection();
      const other = await open();
      await other.writeDocument(replacedDocument(collection, 1));
      expect(await expectWhole(other, collection)).toBe(1);
      const write = (version: number) =>
        Promise.all(
          Array.from({ length: 250 }, (_, n) => engine().writeDocument(replacedDocument(collection, version, `k${n.toString()}`))),
        );
      await write(1);
      await write(2);
      await engine().writeDocument(replacedDocument(collection, 2));
      const suggest = () => (hasWords ? other.suggestWords(collection, ['version1', 'version2']) : undefined);
      const [one, two] = await Promise.all([expectWhole(other, collection), suggest()]);
      expect(one).toBe(2);
      if (hasWords)
        expect(two).toEqual([[{ word: 'version2', documentFrequency: 251 * 7 }], [{ word: 'version2', documentFrequency: 251 * 7 }]]);
      expect(await other.count(collection, {})).toBe(251 * 7);
    });
  });
}
