import { QdrantClient } from '@qdrant/js-client-rest';
import { beforeAll, expect, it } from 'vitest';
import { describeServed } from '../conformance/use-server.fixture.js';

const PAYLOAD = {
  text: 'a text',
  'file.name': 'dots.md',
  metadata: { title: 'A title', 'own.name': 'inside' },
  'a "quoted" name': 1,
  heavy: 'x'.repeat(1000),
};

describeServed({ name: 'a page of a collection of another program' }, (served) => {
  const foreign = () => {
    const { foreign: collections } = served().engine;
    if (!collections) throw new Error('A Qdrant may hold collections of others.');
    return collections;
  };
  const payloadAt = async (places: readonly string[]) =>
    (await foreign().scroll({ collection: 'test-parts', limit: 9, places })).points.map(({ payload }) => payload);

  beforeAll(async () => {
    const client = new QdrantClient({ url: served().server.url, checkCompatibility: false });
    await client.createCollection('test-parts', { vectors: { size: 2, distance: 'Cosine' } });
    await client.upsert('test-parts', { wait: true, points: [{ id: 1, vector: [1, 0], payload: PAYLOAD }] });
  });

  it('has the parts of the payload in which the places lie, names with dots included', async () => {
    expect(await payloadAt(['text'])).toEqual([{ text: 'a text' }]);
    expect(await payloadAt(['metadata.title', 'file.name'])).toEqual([{ 'file.name': 'dots.md', metadata: PAYLOAD.metadata }]);
    expect(await payloadAt(['metadata.own.name', 'nowhere'])).toEqual([{ metadata: PAYLOAD.metadata }]);
    expect(await payloadAt(['$document'])).toEqual([{}]);
    expect(await payloadAt(['a "quoted" name'])).toEqual([PAYLOAD]);
  });

  it('has no vectors where none are wanted, and everything where nothing is said', async () => {
    const [bare] = (await foreign().scroll({ collection: 'test-parts', limit: 9, vectors: false })).points;
    expect(bare).toEqual({ id: '1', payload: PAYLOAD, vectors: new Map() });
    const [whole] = (await foreign().scroll({ collection: 'test-parts', limit: 9 })).points;
    expect(whole).toEqual({ id: '1', payload: PAYLOAD, vectors: new Map([['', Float32Array.of(1, 0)]]) });
  });

  it('stands in a collection that shows that its points changed', async () => {
    const before = (await foreign().inspect('test-parts'))?.revision;
    expect(before).toEqual((await foreign().inspect('test-parts'))?.revision);
    await foreign().upsert('test-parts', [{ id: '2', payload: { text: 'b' }, vectors: new Map([['', Float32Array.of(0, 1)]]) }]);
    expect((await foreign().inspect('test-parts'))?.revision).not.toEqual(before);
  });
});
