import { QdrantClient } from '@qdrant/js-client-rest';
import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { describeServed } from '../conformance/use-server.fixture.js';
import { QdrantEngine, type QdrantSettings } from '../index.js';

describeServed({ name: 'collections on the server' }, (served) => {
  const open = (settings: Partial<QdrantSettings> = {}) =>
    QdrantEngine.open({ name: 'main', settings: { url: served().server.url, ...settings }, common: { model: 'common', dimension: 8 } });
  const configOf = async (name: string) =>
    (await new QdrantClient({ url: served().server.url, checkCompatibility: false }).getCollection(name)).config;

  it('keep one vector where the model is the common one, and two elsewhere', async () => {
    const engine = open();
    await engine.createCollection('test-one__g1', sampleCard(8, 'common'));
    await engine.createCollection('test-two__g1', sampleCard(8, 'another'));
    expect(Object.keys((await configOf('test-one__g1')).params.vectors ?? {})).toEqual(['dense']);
    expect(Object.keys((await configOf('test-two__g1')).params.vectors ?? {})).toEqual(['dense', 'static']);
    const document = sampleDocument({ collection: 'test-one__g1', key: 'a', chunks: ['same words'] });
    await engine.writeDocument(document);
    const vector = document.points[0]?.vector ?? new Float32Array(8);
    const { points } = await engine.scroll({ collection: 'test-one__g1', limit: 5 });
    expect(points[0]?.features.common).toEqual(vector);
    const [candidate] = await engine.signals({
      collection: 'test-one__g1',
      ids: [points[0]?.id ?? ''],
      terms: [],
      common: vector,
      withVectors: true,
    });
    expect(candidate?.commonSimilarity).toBeCloseTo(1, 5);
    expect(candidate?.commonVector?.length).toBe(8);
  });

  it('are made with the shards and copies the settings say, and carry their card', async () => {
    const engine = open({ shardNumber: 2, replicationFactor: 1, writeConsistencyFactor: 1, readConsistency: 'majority' });
    await engine.createCollection('test-shards__g1', sampleCard(8));
    const { params, metadata } = await configOf('test-shards__g1');
    expect(params).toMatchObject({ shard_number: 2, replication_factor: 1, write_consistency_factor: 1 });
    expect(metadata).toEqual({ tributary: sampleCard(8), tributary_owner: 'default' });
    await engine.writeDocument(sampleDocument({ collection: 'test-shards__g1', key: 'a', chunks: ['read by the majority'] }));
    expect(await engine.read('test-shards__g1', {})).toHaveLength(1);
  });

  it('have their indexes before their first point, and get those that a killed maker left out', async () => {
    const client = new QdrantClient({ url: served().server.url, checkCompatibility: false });
    const engine = open();
    await engine.createCollection('test-index__g1', sampleCard(8));
    const fields = async () => Object.keys((await client.getCollection('test-index__g1')).payload_schema).sort();
    const all = await fields();
    expect(all).toContain('acl');
    await client.deletePayloadIndex('test-index__g1', 'acl', { wait: true });
    await open().createCollection('test-index__g1', sampleCard(8));
    expect(await fields()).toEqual(all);
  });

  it('answer under their logical name to whoever asks the server, the last one pointed to alone; a name another collection has stays its own', async () => {
    const client = new QdrantClient({ url: served().server.url, checkCompatibility: false });
    const engine = open();
    await engine.createCollection('test-named__g1', sampleCard(8));
    await engine.createCollection('test-named__g2', sampleCard(8));
    await engine.answerAs('test-named', 'test-named__g1');
    await engine.answerAs('test-named', 'test-named__g2');
    const { aliases } = await client.getCollectionAliases('test-named__g2');
    expect(aliases.map(({ alias_name }) => alias_name)).toEqual(['test-named']);
    expect((await client.getCollectionAliases('test-named__g1')).aliases).toEqual([]);
    await engine.answerAs('test-named__g1', 'test-named__g2');
    expect((await engine.listCollections()).map(({ name }) => name)).toEqual(expect.arrayContaining(['test-named__g1', 'test-named__g2']));
    expect((await engine.listCollections()).map(({ name }) => name)).not.toContain('test-named');
  });

  it('of another instance are neither joined nor listed, read or dropped, and keep their logical name', async () => {
    const client = new QdrantClient({ url: served().server.url, checkCompatibility: false });
    const [engine, other] = [open({ instance: 'a' }), open({ instance: 'b' })];
    await engine.createCollection('test-shared__g1', sampleCard(8));
    await engine.answerAs('test-shared', 'test-shared__g1');
    await engine.writeDocument(sampleDocument({ collection: 'test-shared__g1', key: 'a', chunks: ['of the first'] }));
    await expect(other.createCollection('test-shared__g1', sampleCard(8))).rejects.toMatchObject({
      code: 'COLLECTION.EXISTS',
      message:
        'The engine main has a collection test-shared__g1 that another installation of Tributary made, "a": choose another name, or give this installation a server or a database of its own.',
    });
    for (const call of [() => other.dropCollection('test-shared__g1'), () => other.read('test-shared__g1', {})])
      await expect(call()).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    expect(await other.getCollection('test-shared__g1')).toBeUndefined();
    expect((await other.listCollections()).map(({ name }) => name)).not.toContain('test-shared__g1');
    await other.createCollection('test-shared__g2', sampleCard(8));
    await other.answerAs('test-shared', 'test-shared__g2');
    expect((await client.getCollectionAliases('test-shared__g1')).aliases.map(({ alias_name }) => alias_name)).toEqual(['test-shared']);
    const again = open({ instance: 'a' });
    await again.createCollection('test-shared__g1', sampleCard(8));
    expect(await again.getCollection('test-shared__g1')).toMatchObject({ points: 1 });
    expect(await again.listCollections()).toContainEqual(expect.objectContaining({ name: 'test-shared__g1', isMarked: true }));
    await again.dropCollection('test-shared__g1');
    expect((await client.collectionExists('test-shared__g1')).exists).toBe(false);
  });

  it('without a mark, as versions before made them, belong to whoever asks', async () => {
    const client = new QdrantClient({ url: served().server.url, checkCompatibility: false });
    const engine = open();
    await engine.createCollection('test-marked__g1', sampleCard(8));
    const { config } = await client.getCollection('test-marked__g1');
    const { vectors = {}, sparse_vectors = {} } = config.params;
    await client.createCollection('test-unmarked__g1', { vectors, sparse_vectors, metadata: { tributary: sampleCard(8) } });
    const other = open({ instance: 'b' });
    await other.createCollection('test-unmarked__g1', sampleCard(8));
    expect(await other.getCollection('test-unmarked__g1')).toMatchObject({ points: 0 });
    await other.dropCollection('test-unmarked__g1');
  });

  it('are not dropped through an alias', async () => {
    const client = new QdrantClient({ url: served().server.url, checkCompatibility: false });
    const engine = open();
    await engine.createCollection('test-alias__g1', sampleCard(8));
    await client.updateCollectionAliases({ actions: [{ create_alias: { collection_name: 'test-alias__g1', alias_name: 'test-alias' } }] });
    await expect(engine.dropCollection('test-alias')).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    expect(await engine.getCollection('test-alias__g1')).toBeDefined();
  });
});
