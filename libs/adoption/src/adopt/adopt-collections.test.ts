import { AdoptInput, type AdoptRequest } from '@tributary/contracts';
import { lastGeneration } from '@tributary/engines-port';
import { describe, expect, it } from 'vitest';
import { AdoptionBed, memoryCollection, toolCalled } from '../testbed/adoption-bed.fixture.js';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';

const model = new StaticEmbeddingProvider();
const docs = () => memoryCollection('docs', toolCalled('LangChain on Qdrant'), model);
const notes = () => memoryCollection('notes', toolCalled('the notes pipeline'), model);
const run = (bed: AdoptionBed, input: Partial<AdoptRequest> = {}) => bed.adopt.adopt(AdoptInput.parse({ engine: 'other', ...input }));
const jobs = async (bed: AdoptionBed) => (await bed.queues.list({ limit: 100 })).map(({ queue, label }) => `${queue}: ${label ?? ''}`);

describe('adopting', () => {
  it('binds every collection of an engine under its own name and has their words indexed', async () => {
    await using bed = new AdoptionBed([await docs(), await notes()]);
    const { engine, collections } = await run(bed);
    expect(engine).toBe('other');
    expect(collections.map(({ name, adopted, points }) => [name, adopted, points])).toEqual([
      ['docs', true, 10],
      ['notes', true, 10],
    ]);
    expect(await bed.catalog.collections.get('docs')).toMatchObject({
      name: 'docs',
      engine: 'other',
      adopted: 'docs',
      generation: 1,
      card: { payload_layout: 'langchain', model: { name: 'static' } },
    });
    expect(await jobs(bed)).toEqual(['maintenance: notes/index-adopted', 'maintenance: docs/index-adopted']);
  });

  it('begins above the numbers of collections that were forgotten', async () => {
    await using bed = new AdoptionBed([await docs()]);
    await bed.catalog.forgotten.change('all', () => ({ set: { generation: 3, epoch: 2 } }));
    await run(bed);
    const record = await bed.catalog.collections.get('docs');
    expect([record?.epoch, record && lastGeneration(record)]).toEqual([2, 4]);
  });

  it('only looks in a dry run', async () => {
    await using bed = new AdoptionBed([await docs()]);
    const { collections } = await run(bed, { dry_run: true });
    expect(collections).toMatchObject([{ name: 'docs', adopted: false }]);
    expect(await bed.catalog.collections.get('docs')).toBeUndefined();
    expect(await jobs(bed)).toEqual([]);
  });

  it('calls it as asked, else by its own name, else with the engine in front where that name is taken', async () => {
    await using bed = new AdoptionBed([await docs()]);
    const own = await bed.inspect.run(bed.other, 'docs');
    await bed.catalog.collections.change('docs', () => ({ set: { name: 'docs', engine: 'main', card: own.card, generation: 1 } }));
    expect((await run(bed)).collections[0]?.name).toMatch(/^other\.docs$/);
    await expect(run(bed, { as: 'docs' })).rejects.toMatchObject({ code: 'COLLECTION.EXISTS' });
    expect((await bed.catalog.collections.get('docs'))?.adopted).toBeUndefined();
    expect((await run(bed, { as: 'house' })).collections[0]?.name).toBe('house');
  });

  it('binds the same collection again under the name it has', async () => {
    await using bed = new AdoptionBed([await docs()]);
    await run(bed, { as: 'house' });
    const again = await run(bed, { description: 'All about the house' });
    expect(again.collections[0]?.name).toBe('house');
    expect((await bed.catalog.collections.get('house'))?.card.description).toBe('All about the house');
    expect(await bed.catalog.collections.get('docs')).toBeUndefined();
  });

  it('keeps what the card of a collection has that is bound already, where nothing else is said', async () => {
    const { points, ...collection } = await docs();
    const owned = points.map((point) => ({ ...point, payload: { ...point.payload, whose: 'ann', who: ['*'], kind: 'blob' } }));
    await using bed = new AdoptionBed([{ ...collection, points: owned }]);
    await run(bed, { fields: { user_id: 'whose', acl: 'who', document: 'kind' }, description: 'All about the house' });
    const before = await bed.catalog.collections.get('docs');
    const { collections } = await run(bed);
    expect((await bed.catalog.collections.get('docs'))?.card).toEqual({ ...before?.card, created_at: collections[0]?.card.created_at });
    expect(collections[0]?.notes).toEqual([
      expect.stringMatching(/^Kept as its card had it: document \(kind\), user_id \(whose\), acl \(who\)\./),
      'Its description stays as it was written.',
    ]);
    await run(bed, { fields: { user_id: '', document: 'metadata.source' } });
    const { fields, description } = (await bed.catalog.collections.get('docs'))?.card ?? {};
    expect([fields?.user_id, fields?.acl, fields?.document, description]).toEqual([
      undefined,
      'who',
      'metadata.source',
      'All about the house',
    ]);
  });

  it('keeps the model and the vector of the card where no other model makes these vectors', async () => {
    const collection = await docs();
    const others = collection.points.map((point) => {
      const [[name, vector] = ['', new Float32Array()]] = point.vectors;
      return { ...point, vectors: new Map([...point.vectors, ['second', vector.map((x, n) => (n % 2 === 0 ? x : -x))], [name, vector]]) };
    });
    const [first] = collection.vectors;
    await using bed = new AdoptionBed([
      { ...collection, points: others, vectors: [...collection.vectors, ...(first ? [{ ...first, name: 'second' }] : [])] },
    ]);
    await run(bed, { model: 'static', vector: 'second' });
    const { collections } = await run(bed);
    expect(collections[0]?.card).toMatchObject({ model: { name: 'static' }, vectors: { dense: 'second' } });
    expect(collections[0]?.findings.filter(({ what }) => what === 'model' || what === 'vector').map(({ reason }) => reason)).toEqual([
      'as its card had it',
      expect.stringMatching(/^as its card had it, but the nearest, /),
    ]);
  });

  it.each([
    [80, 'metadata.source'],
    [200, undefined],
  ])('knows documents by a place whose first file has %i of 200 points', async (passages, place) => {
    const { points, ...collection } = await docs();
    const many = Array.from({ length: 200 }, (_, n) => ({
      id: (n + 1).toString().padStart(5, '0'),
      payload: { page_content: `passage ${n.toString()}`, metadata: { source: n < passages ? 'docs/manual.pdf' : 'docs/b.pdf' } },
      vectors: points[0]?.vectors ?? new Map<string, Float32Array>(),
    }));
    await using bed = new AdoptionBed([{ ...collection, points: many }]);
    const [card] = (await run(bed)).collections.map((one) => one.card);
    expect(card?.fields?.document).toBe(place);
  });

  it('says which collections of a pattern cannot be bound, and binds the others', async () => {
    const broken = { ...(await docs()), name: 'broken', vectors: [] };
    await using bed = new AdoptionBed([broken, await notes()]);
    const { collections, refused } = await run(bed, { collection: '*o*' });
    expect(collections.map(({ name }) => name)).toEqual(['notes']);
    expect(refused).toMatchObject([{ collection: 'broken', code: 'COLLECTION.NO_VECTOR' }]);
    await expect(run(bed, { collection: 'broken' })).rejects.toMatchObject({ code: 'COLLECTION.NO_VECTOR' });
    await expect(run(bed, { collection: 'x*' })).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    await expect(run(bed, { as: 'one' })).rejects.toMatchObject({ code: 'REQUEST.INVALID' });
  });

  it('finds the engine by its URL', async () => {
    await using bed = new AdoptionBed([await docs()]);
    expect((await run(bed, { engine: 'http://127.0.0.1:6333' })).engine).toBe('other');
    await expect(run(bed, { engine: 'elsewhere' })).rejects.toMatchObject({ code: 'ENGINE.UNKNOWN' });
  });
});

describe('releasing', () => {
  it('forgets the words of an adopted collection, and leaves the collection alone', async () => {
    await using bed = new AdoptionBed([await docs()]);
    await run(bed);
    const record = await bed.catalog.collections.get('docs');
    if (record !== undefined) await bed.adopt.release(record);
    expect(bed.forgotten.map(({ adopted }) => adopted)).toEqual(['docs']);
    expect(await bed.foreign.inspect('docs')).toMatchObject({ points: 10 });
  });

  it('leaves the name to be bound again, in an epoch of its own and with the number of the last generation', async () => {
    await using bed = new AdoptionBed([await docs()]);
    await run(bed);
    await bed.catalog.collections.change('docs', (present) =>
      present ? { set: { ...present, removed: true, epoch: 1, generation: 3 } } : { keep: true },
    );
    expect((await run(bed)).collections[0]?.name).toBe('docs');
    expect(await bed.catalog.collections.get('docs')).toMatchObject({ adopted: 'docs', removed: false, epoch: 2, last: 3 });
  });
});
