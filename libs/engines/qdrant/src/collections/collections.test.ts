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
    expect(metadata).toEqual({ tributary: sampleCard(8) });
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

  it('are not dropped through an alias', async () => {
    const client = new QdrantClient({ url: served().server.url, checkCompatibility: false });
    const engine = open();
    await engine.createCollection('test-alias__g1', sampleCard(8));
    await client.updateCollectionAliases({ actions: [{ create_alias: { collection_name: 'test-alias__g1', alias_name: 'test-alias' } }] });
    await expect(engine.dropCollection('test-alias')).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    expect(await engine.getCollection('test-alias__g1')).toBeDefined();
  });
});
