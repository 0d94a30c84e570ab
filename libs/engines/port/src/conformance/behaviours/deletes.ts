import { describe, expect, it } from 'vitest';
import type { SuiteContext } from '../harness.js';
import { termOf } from '../samples/analysis.js';
import { sampleDocument } from '../samples/sample-document.js';

export function deleteBehaviours({ engine, freshCollection }: SuiteContext): void {
  const remove = (collection: string, key: string, version: number) => {
    const { docId } = sampleDocument({ collection, key, chunks: [] });
    return engine().deleteDocuments({ collection, documents: [{ docId, key, version }] });
  };

  describe('deletes', () => {
    it('take a document out of every lane and every reading', async () => {
      const collection = await freshCollection();
      const write = sampleDocument({ collection, key: 'a', version: 1, chunks: ['peculiar words', 'more words'] });
      await engine().writeDocument(write);
      expect(await remove(collection, 'a', 2)).toEqual([{ outcome: 'written', points: 2 }]);
      const { candidates } = await engine().nominate({
        collection,
        lanes: engine().capabilities.lanes,
        limit: 10,
        terms: [{ id: termOf('peculiar'), weight: 1 }],
        words: ['peculiar'],
        ...(write.points[0]?.vector ? { vector: write.points[0].vector } : {}),
      });
      expect(candidates).toEqual([]);
      expect(await engine().read(collection, { docId: write.docId })).toEqual([]);
      expect(await engine().findDocuments(collection, {})).toEqual([]);
      expect(await engine().storedVectors(collection, write.docId)).toEqual(new Map());
      expect(await engine().getCollection(collection)).toMatchObject({ documents: 0, points: 0 });
    });

    it('win over every older write that comes later, and over one of the same version', async () => {
      const collection = await freshCollection();
      await remove(collection, 'a', 5);
      for (const version of [1, 4, 5]) {
        const outcome = await engine().writeDocument(sampleDocument({ collection, key: 'a', version, chunks: ['old'] }));
        expect(outcome).toEqual({ outcome: 'superseded', by: { version: 5, hash: '', deleted: true } });
      }
      expect(await engine().count(collection)).toBe(0);
      expect(await engine().writeDocument(sampleDocument({ collection, key: 'a', version: 6, chunks: ['new'] }))).toMatchObject({
        outcome: 'written',
      });
    });

    it('of a version older than what is there do nothing', async () => {
      const collection = await freshCollection();
      await engine().writeDocument(sampleDocument({ collection, key: 'a', version: 5, hash: 'h', chunks: ['new'] }));
      expect(await remove(collection, 'a', 4)).toEqual([{ outcome: 'superseded', by: { version: 5, hash: 'h', deleted: false } }]);
      expect(await engine().count(collection)).toBe(1);
    });

    it('repeated are unchanged; outcomes come in the order of the documents', async () => {
      const collection = await freshCollection();
      const docIds = ['a', 'b'].map((key) => sampleDocument({ collection, key, chunks: [] }).docId);
      await remove(collection, 'b', 3);
      const outcomes = await engine().deleteDocuments({
        collection,
        documents: docIds.map((docId, i) => ({ docId, key: i === 0 ? 'a' : 'b', version: 3 })),
      });
      expect(outcomes).toEqual([{ outcome: 'written', points: 0 }, { outcome: 'unchanged' }]);
    });

    it('are taken by the hundreds, in order', async () => {
      const collection = await freshCollection();
      const documents = Array.from({ length: 450 }, (_, n) =>
        sampleDocument({ collection, key: n.toString(), version: 1 + (n % 2) * 5, chunks: ['text'] }),
      );
      await Promise.all(documents.map((document) => engine().writeDocument(document)));
      const outcomes = await engine().deleteDocuments({
        collection,
        documents: documents.map(({ docId, key }) => ({ docId, key, version: 3 })),
      });
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(documents.map(({ version }) => (version < 3 ? 'written' : 'superseded')));
      expect(await engine().count(collection)).toBe(225);
      expect(await engine().deleteDocuments({ collection, documents: [] })).toEqual([]);
    });

    it('are forgotten when their tombstones are dropped, and only then', async () => {
      const collection = await freshCollection();
      await remove(collection, 'a', 5);
      const old = sampleDocument({ collection, key: 'a', version: 1, chunks: ['old'] });
      expect(await engine().dropTombstones(collection, Date.now() - 60_000)).toBe(0);
      expect(await engine().writeDocument(old)).toMatchObject({ outcome: 'superseded' });
      await engine().writeDocument(sampleDocument({ collection, key: 'living', chunks: ['text'] }));
      expect(await engine().dropTombstones(collection, Date.now() + 60_000)).toBe(1);
      expect(await engine().fences(collection, [old.docId])).toEqual([undefined]);
      expect(await engine().writeDocument(old)).toMatchObject({ outcome: 'written' });
      expect(await engine().count(collection)).toBe(2);
    });
  });
}
