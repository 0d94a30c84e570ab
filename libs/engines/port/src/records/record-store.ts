/** A JSON object under a kind and a key. */
export interface StoredRecord<T extends object = Readonly<Record<string, unknown>>> {
  readonly key: string;
  /** Grows with every write of the record; what compare-and-set compares. */
  readonly revision: number;
  readonly value: T;
}

export type RecordRevision = Pick<StoredRecord, 'key' | 'revision'>;

export interface RecordWrite {
  readonly kind: string;
  readonly key: string;
  readonly value: object;
  /** Write only if the record is absent, or has this revision; left out: whatever is there. */
  readonly expect?: 'absent' | number;
}

/** A record that is to go: whatever it holds, or only while it has the revision that was read. */
export type DoomedRecord = string | { readonly key: string; readonly expect: number };

export type RecordOutcome =
  | { readonly written: true; readonly revision: number }
  | { readonly written: false; readonly current?: StoredRecord };

export interface RecordQuery {
  readonly kind: string;
  /** Equal top-level fields of the value; only `collection`, `source` and `state` may be named. */
  readonly where?: { readonly collection?: string; readonly source?: string; readonly state?: string };
  /** Keys greater than this one: the last key of the page before. */
  readonly after?: string;
  readonly limit: number;
}

export interface RevisionQuery extends Pick<RecordQuery, 'kind'> {
  /** Leaves out the records with this state. */
  readonly without?: { readonly state: string };
}

/** Keyed JSON records with compare-and-set, durable when a call resolves. The catalog is kept in the one of the primary engine. */
export interface RecordStore {
  /** Records in the order of the keys; undefined where there is none. */
  get(kind: string, keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]>;
  /** The revisions alone, where that costs less than the records: who has a record already learns whether it still stands. */
  revisions?(kind: string, keys: readonly string[]): Promise<readonly (number | undefined)[]>;
  /** Keys and revisions alone of all records of a kind, in order of key: who has read them before reads only what has changed since. */
  listRevisions(query: RevisionQuery): Promise<readonly RecordRevision[]>;
  /** One outcome per write, in order; each write stands alone, later ones see earlier ones. */
  put(writes: readonly RecordWrite[]): Promise<readonly RecordOutcome[]>;
  /** Removes records; one that is gone, or has another revision than expected by now, is left as it is. */
  delete(kind: string, records: readonly DoomedRecord[]): Promise<void>;
  /** A page in order of key. */
  list(query: RecordQuery): Promise<readonly StoredRecord[]>;
  count(query: Pick<RecordQuery, 'kind' | 'where'>): Promise<number>;
}
