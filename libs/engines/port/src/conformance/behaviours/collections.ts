import { describe, expect, it } from 'vitest';
import type { SuiteContext } from '../harness.js';
import { sampleCard } from '../samples/sample-card.js';
import { sampleDocument } from '../samples/sample-document.js';

export function collectionBehaviours({ engine, freshCollection, suite }: SuiteContext): void {
  describe('collections', () => {
    it('keeps the card as it was given', async () => {
      const collection = await freshCollection(8);
      expect(await engine().getCollection(collection)).toEqual({ name: collection, card: sampleCard(8), documents: 0, points: 0 });
    });

    it('is created once however often it is asked for', async () => {
      const collection = await freshCollection(8);
      await engine().writeDocument(sampleDocument({ collection, key: 'a', chunks: ['one'] }));
      await Promise.all([engine().createCollection(collection, sampleCard(8)), engine().createCollection(collection, sampleCard(8))]);
      expect(await engine().count(collection)).toBe(1);
    });

    it.each([
      ['dimension', sampleCard(9)],
      ['model', sampleCard(8, 'another')],
    ])('refuses another %s under the same name', async (_, card) => {
      const collection = await freshCollection(8);
      await expect(engine().createCollection(collection, card)).rejects.toMatchObject({ code: 'COLLECTION.EXISTS' });
    });

    it('is listed with its counts', async () => {
      const [one, two] = [await freshCollection(), await freshCollection()];
      await engine().writeDocument(sampleDocument({ collection: one, key: 'a', chunks: ['one', 'two'] }));
      await engine().writeDocument(sampleDocument({ collection: one, key: 'empty', chunks: [] }));
      const listed = await engine().listCollections();
      expect(listed.find(({ name }) => name === one)).toMatchObject({ documents: 2, points: 2 });
      expect(listed.find(({ name }) => name === two)).toMatchObject({ documents: 0, points: 0 });
    });

    it('is gone when dropped, and starts empty when made again', async () => {
      const collection = await freshCollection();
      const write = sampleDocument({ collection, key: 'a', version: 9, chunks: ['findable words'] });
      await engine().writeDocument(write);
      expect(await engine().count(collection)).toBe(1);
      await engine().dropCollection(collection);
      expect(await engine().getCollection(collection)).toBeUndefined();
      await expect(engine().count(collection)).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
      await engine().createCollection(collection, sampleCard(8));
      expect(await engine().fences(collection, [write.docId])).toEqual([undefined]);
      expect(await engine().count(collection, {})).toBe(0);
      if (suite.capabilities.lanes.includes('keyword')) expect(await engine().suggestWords(collection, ['findable'])).toEqual([[]]);
    });

    it('keeps the points of two collections apart', async () => {
      const [one, two] = [await freshCollection(), await freshCollection()];
      await engine().writeDocument(sampleDocument({ collection: one, key: 'a', chunks: ['only here'] }));
      expect(await engine().count(two)).toBe(0);
      expect((await engine().scroll({ collection: two, limit: 10 })).points).toEqual([]);
    });
  });
}
