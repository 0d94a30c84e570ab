import { permanent, retryable } from '@tributary/kernel';
import { z } from 'zod';
import type { RecordQuery, RecordStore, RecordWrite, StoredRecord } from '../records/record-store.js';
import { RecentRecords } from './recent-records.js';

const PAGE = 500;
/** Below most prefixes there is nothing. */
const PAGE_BELOW = 100;
const CAS_ATTEMPTS = 20;

/** What a record kind is called and how it is read. */
interface RecordKind<Schema extends z.ZodType<object>> {
  readonly kind: string;
  readonly schema: Schema;
  /** Whether fields that a newer version wrote outlive a change by this one: those of what people wished. Others are made again by the newer version. */
  readonly keepsUnknown?: boolean;
  /** What a record is listed, or left out of lists, by, where its value has no `state` of its own; undefined for most. */
  readonly stateOf?: (value: z.output<Schema>) => string | undefined;
  /** Bytes of a value that this process will soon read again, roughly; undefined for others. What is kept of it saves reading and parsing. */
  readonly recentWeight?: (value: z.output<Schema>) => number | undefined;
}

interface Present<T> {
  readonly revision: number;
  readonly value: T;
  /** As it is stored; left out where it is the one that was kept. */
  readonly record?: StoredRecord;
}

/** What a conditional change of a record decided: the new value, or that it stays as it is. */
export type Change<T> = { readonly set: T } | { readonly keep: true };

/** One kind of record, typed: reads parse, changes are compare-and-set loops. */
export class RecordTable<Schema extends z.ZodType<object>> {
  readonly #store: RecordStore;
  readonly #kind: RecordKind<Schema>;
  readonly #recent = new RecentRecords<z.output<Schema>>();
  /** Whether `all` was asked for: only that, and `revisions`, make use of what is kept. */
  #isListed = false;

  constructor(store: RecordStore, kind: RecordKind<Schema>) {
    this.#store = store;
    this.#kind = kind;
  }

  async get(key: string): Promise<z.output<Schema> | undefined> {
    const [present] = await this.#read([key]);
    return present?.value;
  }

  async getMany(keys: readonly string[]): Promise<readonly (z.output<Schema> | undefined)[]> {
    return (await this.#read(keys)).map((present) => present?.value);
  }

  /** Changes one record by what `decide` makes of its present value; repeated when somebody else was quicker. @returns the value that stands afterwards
   *  @throws `CATALOG.CONTENDED` after twenty lost races */
  async change(
    key: string,
    decide: (present: z.output<Schema> | undefined) => Change<z.input<Schema>>,
  ): Promise<z.output<Schema> | undefined> {
    const [changed] = await this.changeMany([{ key, decide }]);
    return changed;
  }

  /** Like `change` for many records with one read and one write per round. @returns the values that stand afterwards, in order */
  async changeMany(
    changes: readonly { readonly key: string; readonly decide: (present: z.output<Schema> | undefined) => Change<z.input<Schema>> }[],
  ): Promise<readonly (z.output<Schema> | undefined)[]> {
    const results = new Array<z.output<Schema> | undefined>(changes.length);
    let open = changes.map((change, index) => ({ ...change, index }));
    for (let attempt = 0; open.length > 0; attempt++) {
      if (attempt === CAS_ATTEMPTS) throw retryable('CATALOG.CONTENDED', 'Too many writers change the same catalog rows; try again.');
      open = await this.#changeRound(open, results);
    }
    return results;
  }

  async delete(keys: readonly string[]): Promise<void> {
    await this.#store.delete(this.#kind.kind, keys);
  }

  /** Removes the records of these keys that `isDoomed` picks, unless somebody changes them meanwhile. @returns how many were picked */
  async deleteWhere(keys: readonly string[], isDoomed: (present: z.output<Schema>) => boolean): Promise<number> {
    const records = await this.#store.get(this.#kind.kind, keys);
    const doomed = records.filter((record) => record !== undefined).filter((record) => isDoomed(this.#parse(record)));
    if (doomed.length > 0)
      await this.#store.delete(
        this.#kind.kind,
        doomed.map(({ key, revision }) => ({ key, expect: revision })),
      );
    return doomed.length;
  }

  async count(where: RecordQuery['where'] = {}): Promise<number> {
    return this.#store.count({ kind: this.#kind.kind, where });
  }

  /** All records that fit, page by page. @param pageSize fewer for who is likely to stop early, since rows may carry whole texts */
  async *list(where: NonNullable<RecordQuery['where']> = {}, pageSize = PAGE): AsyncGenerator<z.output<Schema>> {
    let after: string | undefined;
    for (;;) {
      const page = await this.#store.list({ kind: this.#kind.kind, where, limit: pageSize, ...(after === undefined ? {} : { after }) });
      for (const record of page) yield this.#parse(record);
      after = page.at(-1)?.key;
      if (page.length < pageSize) return;
    }
  }

  /** All records, in order of key; those that were kept and still stand are not read again. @param without a state that is left out */
  async all(without?: string): Promise<readonly z.output<Schema>[]> {
    this.#isListed = true;
    const left = without === undefined ? {} : { without: { state: without } };
    const revisions = await this.#store.listRevisions({ kind: this.#kind.kind, ...left });
    const changed = revisions.filter(({ key, revision }) => this.#recent.get(key)?.revision !== revision);
    const standing = new Map(revisions.map(({ key }) => [key, this.#recent.get(key)?.value]));
    for (let at = 0; at < changed.length; at += PAGE) {
      const keys = changed.slice(at, at + PAGE).map(({ key }) => key);
      const read = await this.#fetch(keys);
      // One may have gone since.
      for (const key of keys) standing.set(key, read.get(key)?.value);
    }
    return [...standing.values()].filter((value) => value !== undefined);
  }

  /** Those whose keys begin with the prefix and that fit. */
  async *listBelow(prefix: string, where: NonNullable<RecordQuery['where']> = {}): AsyncGenerator<z.output<Schema>> {
    let after = prefix;
    for (;;) {
      const page = await this.#store.list({ kind: this.#kind.kind, where, limit: PAGE_BELOW, after });
      for (const record of page) {
        if (!record.key.startsWith(prefix)) return;
        yield this.#parse(record);
      }
      if (page.length < PAGE_BELOW) return;
      after = page.at(-1)?.key ?? after;
    }
  }

  async #changeRound<
    C extends {
      readonly key: string;
      readonly index: number;
      readonly decide: (present: z.output<Schema> | undefined) => Change<z.input<Schema>>;
    },
  >(open: readonly C[], results: (z.output<Schema> | undefined)[]): Promise<C[]> {
    const present = await this.#readToChange(open.map(({ key }) => key));
    const writes: { write: RecordWrite; change: C; value: z.output<Schema> }[] = [];
    open.forEach((change, i) => {
      const known = present[i];
      const decision = change.decide(known?.value);
      if ('keep' in decision) results[change.index] = known?.value;
      else writes.push(this.#prepare(change, known, decision.set));
    });
    if (writes.length === 0) return [];
    const outcomes = await this.#store.put(writes.map(({ write }) => write));
    return writes
      .filter(({ change, value }, i) => {
        const outcome = outcomes[i];
        if (!outcome?.written) return true;
        this.#keep(change.key, outcome.revision, value);
        results[change.index] = value;
        return false;
      })
      .map(({ change }) => change);
  }

  #prepare<C extends { readonly key: string }>(change: C, present: Present<z.output<Schema>> | undefined, next: z.input<Schema>) {
    const value = this.#kind.schema.parse(next);
    const kept = this.#kind.keepsUnknown === true ? this.#unknown(present?.record) : {};
    const state = this.#kind.stateOf?.(value);
    const write: RecordWrite = {
      kind: this.#kind.kind,
      key: change.key,
      value: { ...kept, ...value, ...(state === undefined ? {} : { state }) },
      expect: present?.revision ?? 'absent',
    };
    return { write, change, value };
  }

  #unknown(record: StoredRecord | undefined): Readonly<Record<string, unknown>> {
    const unknown = unknownFields(this.#kind.schema, record);
    if (this.#kind.stateOf === undefined) return unknown;
    // It follows from the value, of this version, too.
    return Object.fromEntries(Object.entries(unknown).filter(([name]) => name !== 'state'));
  }

  /** What stands under each key; one that was kept and still stands is not read. */
  async #read(keys: readonly string[]): Promise<readonly (Present<z.output<Schema>> | undefined)[]> {
    const standing = await this.#standing(keys);
    const unknown = keys.filter((key) => !standing.has(key));
    const read = new Map([...standing, ...(await this.#fetch(unknown))]);
    return keys.map((key) => read.get(key));
  }

  /** As `#read`; where fields of a newer version are to outlive a change, they are read with the rest. */
  async #readToChange(keys: readonly string[]): Promise<readonly (Present<z.output<Schema>> | undefined)[]> {
    if (this.#kind.keepsUnknown !== true) return this.#read(keys);
    const read = await this.#fetch(keys);
    return keys.map((key) => read.get(key));
  }

  async #fetch(keys: readonly string[]): Promise<ReadonlyMap<string, Present<z.output<Schema>>>> {
    const records = keys.length === 0 ? [] : await this.#store.get(this.#kind.kind, keys);
    const read = new Map<string, Present<z.output<Schema>>>();
    for (const record of records) {
      if (record === undefined) continue;
      const value = this.#parse(record);
      this.#keep(record.key, record.revision, value);
      read.set(record.key, { revision: record.revision, value, record });
    }
    return read;
  }

  async #standing(keys: readonly string[]): Promise<ReadonlyMap<string, Present<z.output<Schema>>>> {
    const kept = keys.flatMap((key) => {
      const recent = this.#recent.get(key);
      return recent === undefined ? [] : [{ key, recent }];
    });
    if (kept.length === 0) return new Map();
    const revisions = await this.#store.revisions?.(
      this.#kind.kind,
      kept.map(({ key }) => key),
    );
    const stands = kept.filter(({ recent }, i) => revisions?.[i] === recent.revision);
    return new Map(stands.map(({ key, recent }) => [key, recent]));
  }

  #keep(key: string, revision: number, value: z.output<Schema>): void {
    const isOfUse = this.#store.revisions !== undefined || this.#isListed;
    const weight = isOfUse ? this.#kind.recentWeight?.(value) : undefined;
    if (weight === undefined) this.#recent.drop(key);
    else this.#recent.keep(key, { revision, value }, weight);
  }

  #parse(record: StoredRecord): z.output<Schema> {
    const parsed = this.#kind.schema.safeParse(record.value);
    if (parsed.success) return parsed.data;
    throw permanent(
      'CATALOG.UNREADABLE',
      `The catalog row ${this.#kind.kind}/${record.key} was written by a newer version or is damaged: upgrade Tributary, or restore the backup made before the upgrade.`,
      {
        category: 'internal',
        cause: parsed.error,
      },
    );
  }
}

/** What a row has beside the fields this version knows. */
function unknownFields(schema: z.ZodType, record: StoredRecord | undefined): Readonly<Record<string, unknown>> {
  if (record === undefined || !(schema instanceof z.ZodObject)) return {};
  return Object.fromEntries(Object.entries(record.value).filter(([name]) => !(name in schema.shape)));
}
