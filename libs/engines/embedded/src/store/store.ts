import { hasCode, toErrorRecord } from '@tributary/kernel';
import { isBusy } from '@tributary/kernel/sqlite';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { numberIn } from './columns.js';
import { Connection } from './connection.js';
import { formatOf } from './file-format.js';
import { inodeOf, requireInPlace } from './inode.js';
import { SCHEMA } from './schema.js';
import { explainOpening, explainStoreError, folderUnusable, isNotOpened, storeMissing } from './sqlite-errors.js';

const FILE = 'store.db';
const BUSY_TIMEOUT_MS = 5_000;
const READER_CACHE_KIB = 4_096;
const WRITER_CACHE_KIB = 8_192;
/** Who reads from one end to the other meets no page again but the inner ones of the tree. */
const LONG_READ_CACHE_KIB = 512;
/** Pages of the write-ahead log after which a commit copies it into the file. */
const CHECKPOINT_PAGES = 4_000;
/** On macOS an fsync leaves the drive's own cache as it is, which only F_FULLFSYNC empties; elsewhere the last two mean nothing. */
const ON_DISK = 'PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON';
/** What was refused is tried again about every five seconds. */
const REFUSAL_LASTS_MS = 10_000;

export interface StoreOptions {
  readonly folder: string;
  /** One that is missing or empty is refused. */
  readonly isMade?: boolean;
  /** The file is not allowed to grow beyond this many bytes. */
  readonly maxBytes?: number;
}

/** What another writer of the same store has to know. */
export type WriterPlace = Pick<Store, 'file' | 'inode' | 'maxBytes'>;

/** The SQLite file of the engine with its two connections: one that only reads, one that only writes. */
export class Store {
  readonly file: string;
  /** Of the file as it was opened. */
  readonly inode: bigint | undefined;
  readonly maxBytes: number | undefined;
  readonly reader: Connection;
  readonly writer: Connection;
  #refusal: { readonly why: string; readonly at: number } | undefined;
  #damage: string | undefined;

  private constructor({ file, inode, maxBytes, reader, writer }: Pick<Store, 'file' | 'inode' | 'maxBytes' | 'reader' | 'writer'>) {
    this.file = file;
    this.inode = inode;
    this.maxBytes = maxBytes;
    this.reader = reader;
    this.writer = writer;
  }

  /** Opens or creates the store of a data folder. @throws `ENGINE.FOLDER_UNUSABLE`, `ENGINE.FORMAT_TOO_NEW`, `ENGINE.STORE_DAMAGED`, `ENGINE.STORE_MISSING` */
  static open({ folder, maxBytes, isMade = false }: StoreOptions): Store {
    const file = join(folder, FILE);
    // SQLite would remove the write-ahead log of an empty file.
    if (isMade && isEmpty(file)) throw storeMissing(file);
    makeFolder(folder);
    const opened: Connection[] = [];
    try {
      const writer = new Connection(file, { busyTimeoutMs: BUSY_TIMEOUT_MS, cacheKib: WRITER_CACHE_KIB });
      opened.push(writer);
      if (isMade && formatOf(writer, file) === 0) throw storeMissing(file);
      prepareFile(writer, file);
      setUpWriter(writer, maxBytes);
      const reader = new Connection(file, { busyTimeoutMs: BUSY_TIMEOUT_MS, cacheKib: READER_CACHE_KIB });
      return new Store({ file, inode: inodeOf(file), maxBytes, reader, writer });
    } catch (error) {
      for (const connection of opened) connection.close();
      throw explainOpening(error, file);
    }
  }

  /** A further connection for a long read; the caller closes it. */
  connect(): Connection {
    requireInPlace(this);
    return new Connection(this.file, { busyTimeoutMs: BUSY_TIMEOUT_MS, cacheKib: LONG_READ_CACHE_KIB });
  }

  /** Runs a call and turns what SQLite or the file system says into an error that says what to do. */
  async guard<T>(call: () => T | Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const explained = explainStoreError(error, this.file);
      // A read hears it from SQLite itself, a write from the writer.
      const isOfRead = isNotOpened(error, this.file);
      if (hasCode(explained, 'ENGINE.DISK_FULL') || (hasCode(explained, 'ENGINE.IO') && !isOfRead))
        this.#refusal = { why: toErrorRecord(explained).message, at: performance.now() };
      if (hasCode(explained, 'ENGINE.STORE_DAMAGED')) this.#damage ??= explained.message;
      throw explained;
    }
  }

  /** Why nothing is written, or why the disk refused something lately. A small write may fit where a document does not, so that one is no proof of room. */
  get refusal(): string | undefined {
    if (inodeOf(this.file) !== this.inode) return `${this.file} was moved, removed or replaced: nothing is written.`;
    const { why, at } = this.#refusal ?? { why: undefined, at: 0 };
    return performance.now() - at < REFUSAL_LASTS_MS ? why : undefined;
  }

  /** What a call met that found the file damaged, ever since it was opened: a page stays damaged until the file is another. */
  get damage(): string | undefined {
    return this.#damage;
  }

  close(): void {
    this.reader.close();
    this.writer.close();
  }
}

/** A further connection that writes, to a store that is open already; the caller closes it. @throws `ENGINE.STORE_MOVED` */
export function connectWriter({ file, inode, maxBytes }: WriterPlace): Connection {
  // SQLite makes a file that is missing, and then throws the log away that belongs to the one that was moved.
  requireInPlace({ file, inode });
  const writer = new Connection(file, { busyTimeoutMs: BUSY_TIMEOUT_MS, cacheKib: WRITER_CACHE_KIB });
  requireInPlace({ file, inode });
  setUpWriter(writer, maxBytes);
  return writer;
}

function setUpWriter(writer: Connection, maxBytes: number | undefined): void {
  if (maxBytes !== undefined) limitSize(writer, maxBytes);
  // The writer waits for the lock without blocking the thread: see group-commit.ts.
  writer.db.exec(`${ON_DISK}; PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES.toString()}`);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw folderUnusable(folder, 'it is not a folder and cannot be made one', error);
  }
}

/** True also where there is none; what cannot be looked at is for SQLite to explain. */
function isEmpty(file: string): boolean {
  try {
    return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
  } catch {
    return false;
  }
}

function prepareFile(writer: Connection, file: string): void {
  switchToWal(writer);
  if (formatOf(writer, file) !== 0) return;
  writer.db.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have been quicker.
    if (formatOf(writer, file) === 0) writer.db.exec(SCHEMA);
    writer.db.exec('COMMIT');
  } catch (error) {
    if (writer.db.isTransaction) writer.db.exec('ROLLBACK');
    throw error;
  }
}

/** Changing the journal mode does not wait for the lock as other statements do, so processes that open a new folder together would fail. */
function switchToWal(writer: Connection): void {
  const endsAt = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      writer.db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > endsAt) throw error;
    }
  }
}

function limitSize(writer: Connection, maxBytes: number): void {
  const pageSize = numberIn(writer.sql('PRAGMA page_size').get() ?? {}, 'page_size');
  writer.db.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / pageSize)).toString()}`);
}
