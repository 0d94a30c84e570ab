import { CardFields, type DocumentHeader } from '@tributary/contracts';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import {
  Catalog,
  Engines,
  documentRecordKey,
  type CollectionRecord,
  type DocumentRecord,
  type ForeignPoint,
} from '@tributary/engines-port';
import { MemoryEngine, MemoryForeign } from '@tributary/engines-port/memory';
import { systemClock } from '@tributary/kernel';
import { md5Uuid } from '@tributary/kernel/ids';
import { temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdoptedDocuments } from './adopted-documents.js';
import { HOUSE, HOUSE_VECTOR, readerOf } from './adopted-house.fixture.js';
import { AdoptedTurns } from './adopted-turns.js';

const record = HOUSE;
const { card } = record;

describe('documents in a collection of another program', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let engine: EmbeddedEngine;
  let catalog: Catalog;
  const stored = new Map<string, ForeignPoint>();
  /** Called in the middle of a write. */
  let meanwhile: () => Promise<void> = () => Promise.resolve();
  let documents: AdoptedDocuments;
  beforeAll(async () => {
    folder = await temporaryFolder();
    engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
    catalog = new Catalog(engine.records);
    const adopted = {
      index: () => Promise.resolve(0),
      open: (read: CollectionRecord) => readerOf(read, [...stored.values()]),
      write: async (_record: CollectionRecord, point: ForeignPoint) => {
        await meanwhile();
        stored.set(point.id, point);
      },
      remove: (_record: CollectionRecord, ids: readonly string[]) => {
        for (const id of ids) stored.delete(id);
        return Promise.resolve();
      },
    };
    const theirs = { id: '1', payload: { document: 'a', metadata: { made: 1_700_000_000 } }, vectors: new Map() };
    const foreign = new MemoryForeign([{ name: 'house', vectors: [HOUSE_VECTOR], metadata: {}, points: [theirs] }]);
    documents = new AdoptedDocuments({
      catalog,
      engines: new Engines(engine, [new MemoryEngine({ name: 'other', foreign })]),
      clock: systemClock,
      adopted,
    });
  });
  afterAll(async () => {
    await engine.close();
    await folder.remove();
  });

  const row = async (key: string, version: number, state: DocumentRecord['state'] = 'accepted') => {
    const [set] = [
      { v: 1 as const, collection: 'house', key, doc_id: md5Uuid(key), version, hash: `h${version.toString()}`, state, accepted_at: 1 },
    ];
    const written = await catalog.documents.change(documentRecordKey('house', key), () => ({ set }));
    if (written) return written;
    throw new Error('no row');
  };
  const write = (key: string, version: number, what: string | { readonly content: string; readonly into: CollectionRecord }) => {
    const { content, into } = typeof what === 'string' ? { content: what, into: record } : what;
    const document: DocumentHeader = {
      collection: 'house',
      key,
      doc_id: md5Uuid(key),
      version,
      hash: `h${version.toString()}`,
      epoch: 0,
      source: '',
      title: '',
      type: 'memory',
      created_at: '2026-01-02T03:04:05Z',
    };
    const chunk = { n: 0, content, heading: '', chunk_type: 'block', hash: content };
    return documents.write({ record: into, document, chunk, vector: Float32Array.of(1, 0) }, AbortSignal.timeout(10_000));
  };
  const contentOf = (key: string) => stored.get(md5Uuid(key))?.payload['document'];

  it('are written once their row says so, and an older version never after a newer one', async () => {
    await row('a', 1);
    expect(await write('a', 1, 'one')).toBe(true);
    expect(await catalog.documents.get('house/a')).toMatchObject({ state: 'indexed', chunks: 1 });
    await row('a', 2);
    expect(await write('a', 1, 'one')).toBe(false);
    expect(await write('a', 2, 'two')).toBe(true);
    expect(contentOf('a')).toBe('two');
  });

  it('have their dates as their maker writes them', async () => {
    const fields = CardFields.parse({ text: 'document', metadata: 'metadata', created_at: 'metadata.made' });
    await row('dated', 1);
    await write('dated', 1, { content: 'text', into: { ...record, engine: 'other', card: { ...card, fields } } });
    expect(stored.get(md5Uuid('dated'))?.payload['metadata']).toMatchObject({ made: Date.UTC(2026, 0, 2, 3, 4, 5) / 1000 });
  });

  it('do not come back by a write that was under way when they were deleted', async () => {
    await row('b', 1);
    let removed: Promise<void> | undefined;
    meanwhile = async () => {
      const tombstone = await row('b', 2, 'deleted');
      removed = documents.remove(record, [tombstone]);
    };
    await write('b', 1, 'ghost');
    meanwhile = () => Promise.resolve();
    await removed;
    expect(contentOf('b')).toBeUndefined();
    expect(await catalog.documents.get('house/b')).toMatchObject({ state: 'deleted', version: 2 });
  });

  it('come after what was deleted before they were accepted, which a delete that comes late takes no more', async () => {
    put('c', 'of the maker');
    put(md5Uuid('c'), 'deleted', 'c');
    const tombstone = await row('c', 1, 'deleted');
    const accept = (version: number, more: Partial<DocumentRecord> = {}) =>
      catalog.documents.change('house/c', (present) => {
        const next = { state: 'accepted' as const, version, hash: `h${version.toString()}`, ...more };
        return present ? { set: { ...present, ...next } } : { keep: true };
      });
    await accept(2, { remove_first: true });
    meanwhile = async () => {
      await accept(3);
    };
    await write('c', 2, 'written');
    meanwhile = () => Promise.resolve();
    await documents.remove(record, [tombstone]);
    expect(textsOf('c', md5Uuid('c'))).toEqual(['written', undefined]);
  });

  it('go under whatever id their point was given', async () => {
    const ids = ['plain', '42', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'];
    for (const id of ids) {
      await row(id, 1);
      await write(id, 1, `text of ${id}`);
    }
    const texts = () => [...stored.values()].map(({ payload }) => payload['document']).filter((text) => String(text).startsWith('text of'));
    expect(texts()).toHaveLength(3);
    await documents.remove(record, await Promise.all(ids.map((id) => row(id, 2, 'deleted'))));
    expect(texts()).toEqual([]);
  });

  const put = (id: string, document: string, original_id?: string) =>
    stored.set(id, { id, payload: { document, metadata: { original_id } }, vectors: new Map() });
  const textsOf = (...ids: readonly string[]) => ids.map((id) => stored.get(id)?.payload['document']);

  it('go into the place of what their maker calls so, and leave nothing of before beside it', async () => {
    put('note9', 'of the maker');
    put(md5Uuid('note9'), 'of an earlier write', 'note9');
    put(md5Uuid('7'), 'of another id', 'seven');
    put('7', 'of the maker');
    for (const id of ['note9', '7']) {
      await row(id, 1);
      await write(id, 1, `new ${id}`);
    }
    expect(textsOf('note9', md5Uuid('note9'), '7', md5Uuid('7'))).toEqual(['new note9', undefined, 'new 7', 'of another id']);
  });

  it('are deleted where they were written, and what its maker calls so only where nothing was', async () => {
    put('note8', 'of the maker');
    put(md5Uuid('note8'), 'of an earlier write', 'note8');
    await documents.remove(record, [await row('note8', 1, 'deleted')]);
    expect(textsOf('note8', md5Uuid('note8'))).toEqual(['of the maker', undefined]);
    await documents.remove(record, [await row('note8', 2, 'deleted')]);
    expect(textsOf('note8')).toEqual([undefined]);
  });

  it('are changed by one at a time, and a turn that was never given back ends', async () => {
    let now = 1_000_000;
    const turns = new AdoptedTurns(engine.records, { now: () => now });
    await engine.records.put([{ kind: 'adopted-turn', key: 'lost', value: { until: now + 30_000 } }]);
    const waiting = turns.during('lost', AbortSignal.timeout(10_000), () => Promise.resolve('mine'));
    expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits');
    now += 30_001;
    expect(await waiting).toBe('mine');
    const order: string[] = [];
    const turn = (name: string) =>
      turns.during('c', undefined, async () => {
        order.push(`${name} begins`);
        await new Promise(setImmediate);
        order.push(`${name} ends`);
      });
    await Promise.all([turn('first'), turn('second')]);
    expect(order.map((step) => step.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends']);
  });
});
