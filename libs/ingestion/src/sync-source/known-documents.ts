import { hash } from 'node:crypto';
import { documentRecordKey, type Catalog, type DocumentRecord, type SourceRecord } from '@tributary/engines-port';
import type { FoundEntry } from '@tributary/sources-port';
import { isOwnerUnsaid } from '../acceptance/claim-place.js';
import type { LeftOutFile } from '../sources/state/left-out-files.js';
import { LEFT_OUT } from './compare.js';
import type { KnownDocument } from './known-document.js';
import { rowsOfSource } from './rows-of-source.js';

type FileState = Pick<FoundEntry, 'path' | 'size' | 'mtimeMs'> & {
  readonly inode?: number | undefined;
  readonly ctimeMs?: number | undefined;
  readonly validator?: string | undefined;
};

export interface NotMet {
  readonly documents: readonly KnownDocument[];
  readonly tombstones: readonly KnownDocument[];
}

/** No file looks like this one: only its row tells what is to be done. */
const ASK_THE_ROW = -1;

/** What the catalog knows of the files of a source, or of a part of it: a few bytes for each, so that a hundred thousand of them fit; whole rows are
 *  fetched where those bytes do not tell enough. Tombstones count only where they remember a file: one that a person deleted, or that was found to be no
 *  document. What a removed collection held counts for nothing, whether or not it is purged yet. */
export class KnownDocuments {
  readonly #catalog: Catalog;
  readonly #source: SourceRecord;
  readonly #paths: readonly string[] | undefined;
  /** Of files that were not met yet: how each looked, by its record key, both as short hashes. */
  readonly #looks = new Map<number, number>();
  /** Of those, the files whose documents a person deleted. */
  readonly #deleted = new Set<number>();
  #epochs: ReadonlyMap<string, number> = new Map();
  #isEmpty = true;
  /** Documents that are not deleted. */
  documents = 0;
  /** Record keys of documents whose rows do not say that they are the source's user's, as versions before wrote them. */
  readonly unowned: string[] = [];
  /** Of a part of a source, the files that were there and found to be no documents. */
  readonly leftOut: LeftOutFile[] = [];

  private constructor(catalog: Catalog, source: SourceRecord, paths: readonly string[] | undefined) {
    this.#catalog = catalog;
    this.#source = source;
    this.#paths = paths;
  }

  /** @param paths only of files at these paths and below
   *  @param revision of the reader: what an earlier one read looks like no file */
  static async read(
    catalog: Catalog,
    source: SourceRecord,
    { paths, revision = 0 }: { readonly paths?: readonly string[] | undefined; readonly revision?: number | undefined } = {},
  ): Promise<KnownDocuments> {
    const known = new KnownDocuments(catalog, source, paths);
    const { route } = source;
    const collections = await catalog.collections.getMany([route.code, route.docs]);
    known.#epochs = new Map(collections.flatMap((record) => (record ? [[record.name, record.epoch] as const] : [])));
    for await (const row of rowsOfSource(catalog, source, paths)) {
      if (!known.#counts(row)) continue;
      known.#isEmpty = false;
      if (row.state !== 'deleted') known.documents++;
      if (source.user_id !== undefined && isOwnerUnsaid(row)) known.unowned.push(recordKeyOf(row));
      const key = shortHash(recordKeyOf(row));
      known.#looks.set(key, isReadBefore(row, revision) ? ASK_THE_ROW : looksOf(row));
      if (row.state === 'deleted' && row.error?.code !== LEFT_OUT) known.#deleted.add(key);
      if (paths !== undefined) known.leftOut.push(...leftOutBy(row));
    }
    return known;
  }

  /** True when nothing at all was known: then no file can have moved either. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Takes note that a file was met. `unchanged`: it looks as it did; `deleted`: so does one whose document a person deleted; `ask`: its row must tell; `new`: nothing is known of it. */
  meet(recordKey: string, file: FileState): 'unchanged' | 'deleted' | 'ask' | 'new' {
    const key = shortHash(recordKey);
    const looks = this.#looks.get(key);
    if (looks === undefined) return 'new';
    this.#looks.delete(key);
    if (looks === ASK_THE_ROW || !looksTheSame(looks, file)) return 'ask';
    return this.#deleted.has(key) ? 'deleted' : 'unchanged';
  }

  /** The rows of these record keys; undefined where a row counts for nothing. */
  async fetch(recordKeys: readonly string[]): Promise<readonly (KnownDocument | undefined)[]> {
    const rows = await this.#catalog.documents.getMany(recordKeys);
    return rows.map((row) => (row && this.#counts(row) ? row : undefined));
  }

  /** Documents whose files were not met, and tombstones that remember such a file, where that is not noted yet. */
  async notMet(): Promise<NotMet> {
    const documents: KnownDocument[] = [];
    const tombstones: KnownDocument[] = [];
    if (this.#looks.size === 0) return { documents, tombstones };
    for await (const row of rowsOfSource(this.#catalog, this.#source, this.#paths)) {
      if (!this.#counts(row) || !this.#looks.has(shortHash(recordKeyOf(row)))) continue;
      const { collection, key, source, doc_id, version, hash: text, state, file, error } = row;
      const known = { collection, key, source, doc_id, version, hash: text, state, file, error };
      if (state !== 'deleted') documents.push(known);
      else if (row.unmet_at === undefined) tombstones.push(known);
    }
    return { documents, tombstones };
  }

  #counts({ collection, state, file, epoch }: DocumentRecord): boolean {
    return (state !== 'deleted' || file !== undefined) && epoch >= (this.#epochs.get(collection) ?? 0);
  }
}

/** The file that a row says was there and found to be no document; none for any other row. */
export function leftOutBy({ state, file, error, unmet_at }: KnownDocument): readonly LeftOutFile[] {
  const isLeftOut = state === 'deleted' && file !== undefined && unmet_at === undefined && error?.code === LEFT_OUT;
  return isLeftOut ? [{ path: file.path, reason: error.message }] : [];
}

function recordKeyOf({ collection, key }: DocumentRecord): string {
  return documentRecordKey(collection, key);
}

/** A process of an earlier version read it, in a rollout, after its source was gone through by a later one. */
export function isReadBefore({ read_by }: Pick<DocumentRecord, 'read_by'>, revision: number): boolean {
  return read_by !== undefined && read_by < revision;
}

function looksOf({ state, file, unmet_at, error }: DocumentRecord): number {
  if (file === undefined || unmet_at !== undefined || state === 'failed' || error?.code === LEFT_OUT) return ASK_THE_ROW;
  const { path, size, mtime_ms: mtimeMs, inode, ctime_ms: ctimeMs, validator } = file;
  return looksLike({ path, size, mtimeMs, inode, ctimeMs, validator });
}

/** Whether a file looks so, also to a row that knows less of it: earlier versions noted no time of change, the first ones no number. */
function looksTheSame(looks: number, file: FileState): boolean {
  if (looks === looksLike(file)) return true;
  const before = { ...file, ctimeMs: undefined };
  return looks === looksLike(before) || looks === looksLike({ ...before, inode: undefined });
}

function looksLike({ path, size, mtimeMs, inode, ctimeMs, validator }: FileState): number {
  if (validator !== undefined) return shortHash(`${path}\n${validator}`);
  return shortHash(`${path}\n${size.toString()} ${mtimeMs.toString()} ${inode?.toString() ?? ''} ${ctimeMs?.toString() ?? ''}`);
}

/** 48 bits: two of a million files share one about once in a thousand syncs, and then a row is fetched. */
function shortHash(text: string): number {
  return hash('sha1', text, 'buffer').readUIntBE(0, 6);
}
