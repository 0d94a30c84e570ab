import { DeleteInput, localOwner } from '@tributary/contracts';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import {
  Catalog,
  Engines,
  documentRecordKey,
  type CollectionReader,
  type CollectionRecord,
  type DocumentRecord,
  type ForeignPoint,
} from '@tributary/engines-port';
import { systemClock } from '@tributary/kernel';
import { md5Uuid } from '@tributary/kernel/ids';
import { LocalQueues } from '@tributary/messaging-local';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EmptyCollection } from '../collections/empty-collection.use-case.js';
import { DeleteDocuments } from '../delete-documents/delete-documents.use-case.js';
import { decideAcceptance } from '../acceptance/decide-acceptance.js';
import { isUnapplied, markFailed } from '../documents/document-transitions.js';
import { DocumentRemoval } from '../documents/document-removal.js';
import { Sweep } from '../upkeep/sweep.use-case.js';
import { HOUSE, readerOf, unread } from './adopted-house.fixture.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let engine: EmbeddedEngine;
let catalog: Catalog;
let stored: Map<string, ForeignPoint>;
/** The id of a point that the engine fails to remove. */
let unremovable: string | undefined;
/** Called once: when points were read, and before points are removed. */
let afterReading: (() => Promise<unknown>) | undefined;
let beforeRemoving: (() => Promise<unknown>) | undefined;
let parts: ConstructorParameters<typeof DeleteDocuments>[0];
beforeEach(async () => {
  folder = await temporaryFolder();
  engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  catalog = new Catalog(engine.records);
  await catalog.collections.change('house', () => ({ set: HOUSE }));
  stored = new Map();
  unremovable = undefined;
  afterReading = undefined;
  beforeRemoving = undefined;
  const open = (): CollectionReader => {
    const read: CollectionReader['read'] = async (selector) => {
      const points = await readerOf(HOUSE, [...stored.values()]).read(selector);
      const after = afterReading;
      afterReading = undefined;
      await after?.();
      return points;
    };
    return { ...readerOf(HOUSE, []), read };
  };
  const remove = async (_record: CollectionRecord, ids: readonly string[]) => {
    const before = beforeRemoving;
    beforeRemoving = undefined;
    await before?.();
    if (ids.some((id) => id === unremovable)) throw new Error('The engine is away.');
    for (const id of ids) stored.delete(id);
  };
  parts = { catalog, engines: new Engines(engine, []), clock: systemClock, adopted: { open, index: unread, write: unread, remove } };
});
afterEach(async () => {
  await engine.close();
  await folder.remove();
});

const put = (id: string, original_id?: string) =>
  stored.set(id, { id, payload: { document: `text of ${id}`, metadata: { original_id } }, vectors: new Map() });
const row = (key: string, version: number, state: DocumentRecord['state'] = 'indexed') => {
  const set = { v: 1 as const, collection: 'house', key, doc_id: md5Uuid(key), version, hash: 'h', state, accepted_at: 1 };
  return catalog.documents.change(documentRecordKey('house', key), () => ({ set }));
};
/** A point of the maker, and beside it one that was stored here under its id. */
const putBoth = async (id: string) => {
  put(id);
  put(md5Uuid(id), id);
  await row(id, 1);
};
const take = async (asked: object, more: Pick<typeof parts, 'crashAt'> = {}) => {
  const input = DeleteInput.parse({ collection: 'house', ...asked });
  const { documents } = await new DeleteDocuments({ ...parts, ...more }).run(input, {
    principal: localOwner,
    signal: AbortSignal.timeout(10_000),
  });
  return documents;
};

it('takes by an id what was stored under it, then what its maker calls so, each as often as it is there', async () => {
  await putBoth('note9');
  expect([await take({ ids: ['note9'] }), [...stored.keys()]]).toEqual([1, ['note9']]);
  expect([await take({ ids: ['note9'] }), [...stored.keys()]]).toEqual([1, []]);
  put('note9');
  expect([await take({ filter: { must: [{ has_id: ['note9'] }] } }), [...stored.keys()]]).toEqual([1, []]);
  expect(await take({ ids: ['note9'] })).toBe(0);
});

it('empties a collection of what its maker wrote under an id that was deleted', async () => {
  await putBoth('note9');
  await take({ ids: ['note9'] });
  const emptied = new EmptyCollection(parts).run(HOUSE, { principal: localOwner, signal: AbortSignal.timeout(10_000) });
  expect([await emptied, [...stored.keys()]]).toEqual([{ points: 1 }, []]);
});

it('takes a point of the maker once for a delete, however often the delete is brought to the engine', async () => {
  for (const id of ['a', 'b']) await putBoth(id);
  unremovable = md5Uuid('b');
  await expect(take({ ids: ['a', 'b'] })).rejects.toThrow('away');
  unremovable = undefined;
  const both = (await catalog.documents.getMany(['a', 'b'].map((key) => documentRecordKey('house', key)))).filter(
    (one) => one !== undefined,
  );
  expect(both.map(isUnapplied)).toEqual([false, true]);
  const removal = new DocumentRemoval(parts);
  for (const again of [both, both]) await removal.apply(HOUSE, again);
  expect([...stored.keys()]).toEqual(['a', 'b']);
});

it('leaves the point of the maker where two callers delete one id at once', async () => {
  await putBoth('note9');
  let second: Promise<number> | undefined;
  beforeRemoving = () =>
    new Promise<void>((decided) => {
      const crashAt = (point: string) => {
        if (point === 'tombstone-written') decided();
      };
      second = take({ ids: ['note9'] }, { crashAt });
    });
  expect(await take({ ids: ['note9'] })).toBe(1);
  expect([await second, [...stored.keys()]]).toEqual([1, ['note9']]);
});

it('leaves the point of the maker where another caller takes what was stored under the id while it is looked for', async () => {
  await putBoth('note9');
  afterReading = () => take({ ids: ['note9'] });
  expect(await take({ ids: ['note9'] })).toBe(0);
  expect([...stored.keys()]).toEqual(['note9']);
});

it('leaves what was written after the delete that is brought to the engine late', async () => {
  const deleted = await row('note9', 2, 'deleted');
  await row('note9', 3);
  put('note9', 'note9');
  await new DocumentRemoval(parts).apply(HOUSE, deleted ? [deleted] : []);
  expect([...stored.keys()]).toEqual(['note9']);
});

/** A text is handed in under the id and not written yet. */
const accept = (key: string, version: number) => {
  const candidate = { collection: 'house', epoch: 0, key, version, hash: `h${version.toString()}`, source: '', isAdopted: true };
  return catalog.documents.change(documentRecordKey('house', key), (present) => {
    const { row: set } = { row: undefined, ...decideAcceptance(present, candidate, { now: 1, leastVersion: 1 }) };
    return set === undefined ? { keep: true } : { set };
  });
};
const rowOf = (key: string) => catalog.documents.get(documentRecordKey('house', key));

const fail = (key: string, version: number) =>
  catalog.documents.change(documentRecordKey('house', key), markFailed(version, { code: 'DOCUMENT.NOT_EMBEDDED', message: '', at: 1 }));

it('takes what was deleted where a text is accepted under its id before the engine is told', async () => {
  await putBoth('note9');
  const deleted = await row('note9', 2, 'deleted');
  await accept('note9', 3);
  for (const _caller of ['first', 'second']) {
    await new DocumentRemoval(parts).apply(HOUSE, deleted ? [deleted] : []);
    expect([...stored.keys()]).toEqual(['note9']);
  }
  expect(await rowOf('note9')).toMatchObject({ state: 'accepted', version: 3 });
});

it('takes it with the next sweep where the delete ended before, and the text failed', async () => {
  await putBoth('note9');
  await row('note9', 2, 'deleted');
  for (const version of [3, 4]) {
    await accept('note9', version);
    await fail('note9', version);
  }
  const queues = LocalQueues.open({ memory: true });
  await new Sweep({ ...parts, queues }).run({ olderThanMs: 0 });
  await queues.close();
  expect([...stored.keys()]).toEqual(['note9']);
  expect(await rowOf('note9')).toMatchObject({ state: 'failed', version: 4 });
});

it('takes it once where the text is accepted while the engine is told', async () => {
  await putBoth('note9');
  beforeRemoving = () => accept('note9', Number.MAX_SAFE_INTEGER);
  expect(await take({ ids: ['note9'] })).toBe(1);
  expect(await rowOf('note9')).not.toHaveProperty('remove_first');
  await new DocumentRemoval(parts).apply(
    HOUSE,
    [await rowOf('note9')].filter((one) => one !== undefined),
  );
  expect([...stored.keys()]).toEqual(['note9']);
});

it('leaves what was written after the delete while a newer text waits', async () => {
  const deleted = await row('note9', 2, 'deleted');
  await row('note9', 3);
  put('note9', 'note9');
  await accept('note9', 4);
  await new DocumentRemoval(parts).apply(HOUSE, deleted ? [deleted] : []);
  expect([...stored.keys()]).toEqual(['note9']);
});
