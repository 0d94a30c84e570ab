import { SeededRandom, replaced, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MemoryEngine, sampleCard } from '../conformance/memory/index.js';
import { Catalog, documentRecordKey } from './catalog.js';
import { CollectionRecord, lastGeneration, lettingGo, physicalName, writablePlaces } from './collection-record.js';
import { RecordTable } from './record-table.js';
import type { RecordStore } from '../records/record-store.js';

const Counter = z.object({ n: z.number(), state: z.string().default('new') });

/** A store in which every answer comes a few turns of the event loop later, so that changes really overlap. */
function slow(store: RecordStore, random: SeededRandom): RecordStore {
  const later = async <T>(call: () => Promise<T>): Promise<T> => {
    for (let turns = random.below(4); turns > 0; turns--) await new Promise(setImmediate);
    return call();
  };
  return {
    get: (kind, keys) => later(() => store.get(kind, keys)),
    put: (writes) => later(() => store.put(writes)),
    delete: (kind, keys) => later(() => store.delete(kind, keys)),
    list: (query) => later(() => store.list(query)),
    listRevisions: (query) => later(() => store.listRevisions(query)),
    count: (query) => later(() => store.count(query)),
  };
}

function table() {
  const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
  return new RecordTable(slow(new MemoryEngine().records, random), { kind: 'counter', schema: Counter });
}

/** Two tables of one store, as two processes have them, of which the first keeps what it wrote; and the keys that were read of the store. */
function twoTables() {
  const { records } = new MemoryEngine();
  const read: string[] = [];
  const noting = replaced(records, {
    get: (kind, keys) => {
      read.push(...keys);
      return records.get(kind, keys);
    },
  });
  const keeping = new RecordTable(noting, {
    kind: 'counter',
    schema: Counter,
    recentWeight: ({ state }) => (state === 'new' ? 10 : undefined),
  });
  return { keeping, other: new RecordTable(records, { kind: 'counter', schema: Counter }), read };
}

describe('RecordTable', () => {
  it('does not read again what it has written itself and still stands, as far as its kind is worth keeping', async () => {
    const { keeping, read } = twoTables();
    await keeping.change('a', () => ({ set: { n: 1 } }));
    read.length = 0;
    expect(await keeping.getMany(['a', 'b'])).toEqual([{ n: 1, state: 'new' }, undefined]);
    expect(read).toEqual(['b']);
    await keeping.change('a', (present) => ({ set: { n: (present?.n ?? 0) + 1, state: 'old' } }));
    expect(read).toEqual(['b']);
    expect(await keeping.get('a')).toEqual({ n: 2, state: 'old' });
    expect(read).toEqual(['b', 'a']);
  });

  it('does not read again what it has read and still stands', async () => {
    const { keeping, other, read } = twoTables();
    await other.change('a', () => ({ set: { n: 1 } }));
    expect([await keeping.get('a'), await keeping.get('a')]).toMatchObject([{ n: 1 }, { n: 1 }]);
    expect(read).toEqual(['a']);
    await other.change('a', () => ({ set: { n: 2 } }));
    expect(await keeping.get('a')).toMatchObject({ n: 2 });
    expect(read).toEqual(['a', 'a']);
  });

  it('lists all but those of a state, and reads again only what changed since', async () => {
    const { keeping, other, read } = twoTables();
    for (const key of ['c', 'a', 'b']) await other.change(key, () => ({ set: { n: 1, ...(key === 'c' && { state: 'over' }) } }));
    const listed = async () => (await keeping.all('over')).map(({ n }) => n);
    expect(await listed()).toEqual([1, 1]);
    expect(read).toEqual(['a', 'b']);
    expect(await listed()).toEqual([1, 1]);
    expect(read).toEqual(['a', 'b']);
    await other.change('b', () => ({ set: { n: 2 } }));
    await other.change('d', () => ({ set: { n: 4 } }));
    expect(await listed()).toEqual([1, 2, 4]);
    expect(read).toEqual(['a', 'b', 'b', 'd']);
    await other.delete(['a']);
    await other.change('d', () => ({ set: { n: 4, state: 'over' } }));
    expect(await listed()).toEqual([2]);
    expect((await other.all()).map(({ n }) => n)).toEqual([2, 1, 4]);
    expect(read).toEqual(['a', 'b', 'b', 'd']);
  });

  it('keeps the fields of a newer version over a change of what it had read before', async () => {
    const { records } = new MemoryEngine();
    const keeping = new RecordTable(records, { kind: 'counter', schema: Counter, keepsUnknown: true, recentWeight: () => 10 });
    await records.put([{ kind: 'counter', key: 'a', value: { n: 1, colour: 'red' } }]);
    await keeping.get('a');
    await keeping.change('a', (present) => ({ set: { n: (present?.n ?? 0) + 1 } }));
    expect((await records.get('counter', ['a']))[0]?.value).toEqual({ n: 2, state: 'new', colour: 'red' });
  });

  it('sees what another process has written over what it keeps, or deleted', async () => {
    const { keeping, other } = twoTables();
    await keeping.change('a', () => ({ set: { n: 1 } }));
    await other.change('a', () => ({ set: { n: 5 } }));
    expect(await keeping.change('a', (present) => ({ set: { n: (present?.n ?? 0) + 1 } }))).toMatchObject({ n: 6 });
    await other.delete(['a']);
    expect(await keeping.get('a')).toBeUndefined();
  });

  it('loses no change however many overlap', async () => {
    const counters = table();
    const addOne = () => counters.change('a', (present) => ({ set: { n: (present?.n ?? 0) + 1 } }));
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 6 }, addOne));
    expect(await counters.get('a')).toEqual({ n: 120, state: 'new' });
  });

  it('changes many records at once, each from its newest value', async () => {
    const counters = table();
    const keys = ['a', 'b', 'c'];
    const addToAll = () =>
      counters.changeMany(keys.map((key, i) => ({ key, decide: (present) => ({ set: { n: (present?.n ?? 0) + i } }) })));
    await Promise.all([addToAll(), addToAll(), addToAll(), addToAll()]);
    expect((await counters.getMany(keys)).map((counter) => counter?.n)).toEqual([0, 4, 8]);
  });

  it('leaves a record alone when the decision is to keep it, and says what stands', async () => {
    const counters = table();
    await counters.change('a', () => ({ set: { n: 1 } }));
    expect(await counters.change('a', () => ({ keep: true }))).toEqual({ n: 1, state: 'new' });
    expect(await counters.change('none', () => ({ keep: true }))).toBeUndefined();
    expect(await counters.get('none')).toBeUndefined();
  });

  it('gives up after twenty lost races', async () => {
    const { records } = new MemoryEngine();
    const counters = new RecordTable(records, { kind: 'counter', schema: Counter });
    const losing = new RecordTable(
      { ...slow(records, new SeededRandom(1)), put: (writes) => Promise.resolve(writes.map(() => ({ written: false }) as const)) },
      { kind: 'counter', schema: Counter },
    );
    await expect(losing.change('a', () => ({ set: { n: 1 } }))).rejects.toMatchObject({ code: 'CATALOG.CONTENDED', retryable: true });
    expect(await counters.get('a')).toBeUndefined();
  });

  it('lists over pages, counts and deletes', async () => {
    const counters = table();
    const keys = Array.from({ length: 1_203 }, (_, n) => `k${n.toString().padStart(4, '0')}`);
    await counters.changeMany(keys.map((key, n) => ({ key, decide: () => ({ set: { n, state: n % 2 === 0 ? 'even' : 'odd' } }) })));
    const listed: number[] = [];
    for await (const { n } of counters.list({ state: 'odd' })) listed.push(n);
    expect(listed).toEqual(keys.map((_, n) => n).filter((n) => n % 2 === 1));
    expect(await counters.count({ state: 'even' })).toBe(602);
    await counters.delete(keys.slice(1));
    expect(await counters.count()).toBe(1);
  });

  it('does not read a row that is not of its kind', async () => {
    const { records } = new MemoryEngine();
    await records.put([{ kind: 'counter', key: 'a', value: { n: 'one' } }]);
    await expect(new RecordTable(records, { kind: 'counter', schema: Counter }).get('a')).rejects.toMatchObject({
      code: 'CATALOG.UNREADABLE',
    });
  });
});

describe('Catalog', () => {
  it('keeps collections, sources and documents, each as its own kind', async () => {
    const catalog = new Catalog(new MemoryEngine().records);
    const key = documentRecordKey('notes', 'vault/a.md');
    expect(key).toBe('notes/vault/a.md');
    await catalog.collections.change('notes', () => ({
      set: { name: 'notes', engine: 'main', card: sampleCard(8), generation: 1, building: [2] },
    }));
    await catalog.documents.change(key, () => ({
      set: { collection: 'notes', key: 'vault/a.md', doc_id: 'id', version: 1, hash: '', state: 'accepted', accepted_at: 5 },
    }));
    const collection = await catalog.collections.get('notes');
    expect(collection && writablePlaces(collection).map(({ name }) => name)).toEqual(['notes__g1', 'notes__g2']);
    expect(physicalName('notes', 3)).toBe('notes__g3');
    expect(await catalog.documents.count({ collection: 'notes', state: 'accepted' })).toBe(1);
    expect(await catalog.sources.count()).toBe(0);
  });
});

describe('a row that a newer version wrote', () => {
  const source = {
    id: 's',
    kind: 'folder' as const,
    name: 'n',
    location: '/n',
    route: { code: 'c', docs: 'd' },
    state: 'idle' as const,
    created_at: '2026',
  };

  it('keeps the wishes this version does not know, and gives up one that it knows and takes away', async () => {
    const { records } = new MemoryEngine();
    await records.put([{ kind: 'source', key: 's', value: { v: 1, ...source, watch: true, wish_of_tomorrow: { a: 1 } } }]);
    const { sources } = new Catalog(records);
    await sources.change('s', (present) => {
      if (present === undefined) return { keep: true };
      const { watch: _given, ...rest } = present;
      return { set: { ...rest, state: 'paused' } };
    });
    const [record] = await records.get('source', ['s']);
    expect(record?.value).toMatchObject({ state: 'paused', wish_of_tomorrow: { a: 1 } });
    expect(record?.value).not.toHaveProperty('watch');
    await sources.delete(['s']);
    await sources.change('s', () => ({ set: source }));
    expect((await records.get('source', ['s']))[0]?.value).not.toHaveProperty('wish_of_tomorrow');
  });

  it('is refused with what to do where it cannot be read', async () => {
    const { records } = new MemoryEngine();
    await records.put([{ kind: 'source', key: 's', value: { ...source, v: 1, kind: 'hologram' } }]);
    const refused = new Catalog(records).sources.get('s');
    await expect(refused).rejects.toMatchObject({ code: 'CATALOG.UNREADABLE' });
    await expect(refused).rejects.toThrow(/upgrade Tributary, or restore the backup/);
  });
});

describe('a collection that is being moved', () => {
  const record = CollectionRecord.parse({
    name: 'notes',
    engine: 'main',
    card: sampleCard(8),
    generation: 2,
    building: [3],
    places: [{ generation: 3, engine: 'qdrant' }],
  });

  it('takes writes on the engine of each generation, the one that answers first', () => {
    expect(writablePlaces(record)).toEqual([
      { generation: 2, engine: 'main', name: 'notes__g2', answers: true, behind: false },
      { generation: 3, engine: 'qdrant', name: 'notes__g3', answers: false, behind: false },
    ]);
  });

  it('never writes to a collection that Tributary did not make', () => {
    expect(writablePlaces({ ...record, adopted: 'docs' }).map(({ name }) => name)).toEqual(['notes__g3']);
  });

  it('counts the generation that answered before, so that no number is used twice', () => {
    const previous = { generation: 7, engine: 'main', card: record.card, until: 0 };
    expect([lastGeneration(record), lastGeneration({ ...record, previous })]).toEqual([3, 7]);
    expect([lastGeneration(lettingGo({ ...record, previous }, record)), lettingGo(record, record)]).toEqual([7, record]);
  });
});
