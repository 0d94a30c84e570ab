import { randomBytes } from 'node:crypto';
import type { Schemas } from '@qdrant/js-client-rest';
import type {
  DoomedRecord,
  RecordOutcome,
  RecordQuery,
  RecordRevision,
  RecordStore,
  RecordWrite,
  RevisionQuery,
  StoredRecord,
} from '@tributary/engines-port';
import { hasCode } from '@tributary/kernel';
import { md5Uuid } from '@tributary/kernel/ids';
import { inBatches } from '../write/batches.js';
import type { CatalogCollection } from './catalog-collection.js';
import { decodeRevision, decodeRow, encodeRow, fieldsOf, type Row } from './row.js';
import { KeyLists } from './key-lists.js';
import type { PointStore } from '../points/point-store.js';

/** Earlier writes that a row remembers: as many may follow one before its writer has seen that it came through. */
const REMEMBERED = 32;

type Listed = RevisionQuery & Pick<RecordQuery, 'where'>;

interface RecordsContext {
  readonly catalog: CatalogCollection;
  readonly store: PointStore;
  readonly now: () => number;
}

/** Records as points without vectors, one each. A write is conditional on the revision its writer has read, and read back, since the server does not say
 *  whether the condition held. */
export class QdrantRecords implements RecordStore {
  readonly #catalog: CatalogCollection;
  readonly #store: PointStore;
  readonly #now: () => number;
  readonly #lists = new KeyLists();

  constructor({ catalog, store, now }: RecordsContext) {
    this.#catalog = catalog;
    this.#store = store;
    this.#now = now;
  }

  async get(kind: string, keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    const rows = await this.#read(keys.map((key) => ({ kind, key })));
    return keys.map((key) => recordOf(rows.get(pointId(kind, key))));
  }

  async put(writes: readonly RecordWrite[]): Promise<readonly RecordOutcome[]> {
    const outcomes = new Array<RecordOutcome>(writes.length);
    let open = writes.map((write, index) => ({ write, index }));
    while (open.length > 0) {
      // Later writes see earlier ones, so a key comes once in a round.
      const keys = new Set<string>();
      const round = open.filter(({ write }) => keys.size < keys.add(pointId(write.kind, write.key)).size);
      const settled = await this.#putOnce(round.map(({ write }) => write));
      round.forEach(({ index }, i) => {
        const outcome = settled[i];
        if (outcome) outcomes[index] = outcome;
      });
      open = open.filter(({ index }) => outcomes[index] === undefined);
    }
    return outcomes;
  }

  async delete(kind: string, records: readonly DoomedRecord[]): Promise<void> {
    if (records.length === 0) return;
    const whatever = records.filter((record) => typeof record === 'string').map((key) => pointId(kind, key));
    const unchanged = records
      .filter((record) => typeof record !== 'string')
      .map(({ key, expect }) => ({
        must: [{ has_id: [pointId(kind, key)] }, { key: 'revision', range: { gte: expect, lte: expect } }],
      }));
    await this.#writing([
      ...(whatever.length > 0 ? [{ delete: { points: whatever } }] : []),
      ...(unchanged.length > 0 ? [{ delete: { filter: { should: unchanged } } }] : []),
    ]);
  }

  async list({ kind, where = {}, after, limit }: RecordQuery): Promise<readonly StoredRecord[]> {
    const query = JSON.stringify([kind, where.collection, where.source, where.state]);
    const keys = this.#lists.resume(query, after) ?? (await this.#keysOf({ kind, where }, after));
    const found: StoredRecord[] = [];
    let at = 0;
    for (; found.length < limit && at < keys.length;) {
      const wanted = keys.slice(at, at + limit - found.length);
      at += wanted.length;
      const rows = await this.#read(wanted.map((key) => ({ kind, key })));
      for (const key of wanted) {
        const row = rows.get(pointId(kind, key));
        // It may have changed since the keys were read.
        const record = row && fits(row, where) ? recordOf(row) : undefined;
        if (record) found.push(record);
      }
    }
    this.#lists.keep(query, { after: keys[at - 1], rest: keys.slice(at) });
    return found;
  }

  async listRevisions({ kind, where = {}, without }: Listed): Promise<readonly RecordRevision[]> {
    const found: RecordRevision[] = [];
    const filter = { ...filterOf({ kind, where }), ...(without === undefined ? {} : { must_not: [stateIs(without.state)] }) };
    await this.#reading(undefined, async () => {
      for await (const record of this.#store.all({ ...this.#call, filter, payload: ['key', 'revision'] }))
        found.push(decodeRevision(record));
    });
    return found.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  async count({ kind, where = {} }: Pick<RecordQuery, 'kind' | 'where'>): Promise<number> {
    return this.#reading(0, () => this.#store.count(filterOf({ kind, where }), this.#call));
  }

  get #call() {
    return { collection: this.#catalog.name };
  }

  /** @returns outcomes; undefined for a write without condition that somebody was quicker than */
  async #putOnce(writes: readonly RecordWrite[]): Promise<readonly (RecordOutcome | undefined)[]> {
    const present = await this.#read(writes);
    const rows = writes.map((write) => this.#next(write, present.get(pointId(write.kind, write.key))));
    const inserts = rows.filter((row) => row !== undefined && row.replaces === undefined);
    const points = (some: typeof rows) =>
      some.flatMap((row) => (row ? [{ id: pointId(row.kind, row.key), vector: {}, payload: encodeRow(row) }] : []));
    const operations: Schemas['UpdateOperation'][] = inBatches(points(inserts)).map((batch) => ({
      upsert: { points: [...batch], update_mode: 'insert_only' },
    }));
    for (const row of rows) {
      if (row?.replaces === undefined) continue;
      const update_filter = { must: [{ key: 'nonce', match: { value: row.replaces } }] };
      operations.push({ upsert: { points: points([row]), update_mode: 'update_only', update_filter } });
    }
    if (operations.length > 0) await this.#writing(operations);
    const after = operations.length > 0 ? await this.#read(writes) : present;
    return writes.map((write, i) => outcomeOf(write, { row: rows[i], after: after.get(pointId(write.kind, write.key)) }));
  }

  /** The row that a write would leave; undefined when what is there is not as expected. */
  #next(
    { kind, key, value, expect }: RecordWrite,
    present: Row | undefined,
  ): (Row & { readonly replaces: string | undefined }) | undefined {
    const isExpected = expect === undefined || present?.revision === (expect === 'absent' ? undefined : expect);
    if (!isExpected) return undefined;
    const nonce = randomBytes(9).toString('base64');
    return {
      kind,
      key,
      value: { ...value },
      // Of the clock, so that a record that was deleted never comes back to an earlier revision.
      revision: Math.max(this.#now() * 1000, (present?.revision ?? 0) + 1),
      nonce,
      trail: [nonce, ...(present?.trail ?? [])].slice(0, REMEMBERED),
      replaces: present?.nonce,
    };
  }

  async #read(keys: readonly { readonly kind: string; readonly key: string }[]): Promise<ReadonlyMap<string, Row>> {
    const ids = [...new Set(keys.map(({ kind, key }) => pointId(kind, key)))];
    if (ids.length === 0) return new Map();
    const records = await this.#reading([], () => this.#store.retrieve(ids, { ...this.#call, payload: true }));
    return new Map(records.map((record) => [String(record.id), decodeRow(record)]));
  }

  async #keysOf(query: Pick<RecordQuery, 'kind' | 'where'>, after = ''): Promise<readonly string[]> {
    const revisions = await this.listRevisions(query);
    return revisions.map(({ key }) => key).filter((key) => key > after);
  }

  /** A catalog that was never written to reads as empty. */
  async #reading<T>(empty: T, read: () => Promise<T>): Promise<T> {
    try {
      await this.#catalog.checkFormat();
      return await read();
    } catch (error) {
      if (hasCode(error, 'COLLECTION.NOT_FOUND')) return empty;
      throw error;
    }
  }

  async #writing(operations: readonly Schemas['UpdateOperation'][]): Promise<void> {
    await this.#catalog.ensure();
    await this.#store.update(operations, this.#call);
  }
}

function outcomeOf({ expect }: RecordWrite, { row, after }: { row: Row | undefined; after: Row | undefined }): RecordOutcome | undefined {
  if (row && after?.trail.includes(row.nonce)) return { written: true, revision: row.revision };
  if (row && expect === undefined) return undefined;
  const current = recordOf(after);
  return current ? { written: false, current } : { written: false };
}

function recordOf(row: Row | undefined): StoredRecord | undefined {
  return row && { key: row.key, revision: row.revision, value: row.value };
}

function pointId(kind: string, key: string): string {
  return md5Uuid(`${kind}\0${key.toWellFormed()}`);
}

function filterOf({ kind, where = {} }: Pick<RecordQuery, 'kind' | 'where'>): Schemas['Filter'] {
  return { must: Object.entries({ kind, ...where }).map(([key, value]) => ({ key, match: { value } })) };
}

function stateIs(state: string): Schemas['FieldCondition'] {
  return { key: 'state', match: { value: state } };
}

function fits(row: Row, where: NonNullable<RecordQuery['where']>): boolean {
  const fields: Readonly<Record<string, unknown>> = fieldsOf(row.value);
  return Object.entries(where).every(([name, wanted]) => fields[name] === wanted);
}
