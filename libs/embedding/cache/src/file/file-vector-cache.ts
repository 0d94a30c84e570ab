import type { DatabaseSync } from 'node:sqlite';
import type { CachedVector, ModelRevision, VectorCache } from '@tributary/embedding-port';
import { systemClock, type Clock } from '@tributary/kernel';
import { isDamage } from '@tributary/kernel/sqlite';
import { bytesOf, vectorOf } from '../vector-bytes.js';
import { makeCacheFile, openCacheFile } from './cache-file.js';

/** A use is noted at most so often, so that reading a vector seldom writes. */
const NOTED_EVERY_MS = 3_600_000;
/** When there are too many, this share goes, so that not every put removes one. */
const DROPPED_SHARE = 0.05;
const COUNTED_EVERY = 1000;

interface FileVectorCacheOptions {
  readonly file: string;
  /** Vectors of all models together, about. */
  readonly maxVectors: number;
  readonly clock?: Clock;
}

/** A SQLite file of vectors that several processes of a machine may have open; opened with the first use. */
export class FileVectorCache implements VectorCache {
  readonly #file: string;
  readonly #maxVectors: number;
  readonly #clock: Clock;
  #opened: DatabaseSync | undefined;
  /** As last counted, and what this process put since. */
  #count: number | undefined;
  #sinceCount = 0;

  constructor({ file, maxVectors, clock = systemClock }: FileVectorCacheOptions) {
    this.#file = file;
    this.#maxVectors = maxVectors;
    this.#clock = clock;
  }

  get({ name, revision }: ModelRevision, hashes: readonly string[]): Promise<readonly (Float32Array | undefined)[]> {
    return this.#attempt(() => {
      const find = this.#database.prepare('SELECT id, used, vector FROM vectors WHERE hash = ? AND revision = ? AND model = ?');
      const rows = hashes.map((hash) => find.get(Buffer.from(hash, 'hex'), revision, name));
      const now = this.#clock.now();
      this.#note(
        rows.flatMap((row) => (row !== undefined && now - Number(row['used']) > NOTED_EVERY_MS ? [Number(row['id'])] : [])),
        now,
      );
      return rows.map((row) => (row?.['vector'] instanceof Uint8Array ? vectorOf(row['vector']) : undefined));
    });
  }

  put({ name, revision }: ModelRevision, vectors: readonly CachedVector[]): Promise<void> {
    return this.#attempt(() => {
      if (vectors.length === 0) return;
      const insert = this.#database.prepare(
        'INSERT INTO vectors (model, revision, hash, used, vector) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET used = excluded.used, vector = excluded.vector',
      );
      const now = this.#clock.now();
      this.#inTransaction(() => {
        for (const { hash, vector } of vectors) insert.run(name, revision, Buffer.from(hash, 'hex'), now, bytesOf(vector));
        this.#sinceCount += vectors.length;
        this.#dropOldest();
      });
    });
  }

  close(): Promise<void> {
    return Promise.resolve().then(() => {
      this.#release();
    });
  }

  #release(): void {
    this.#opened?.close();
    this.#opened = undefined;
    this.#count = undefined;
  }

  /** SQLite answers without a pause; what it throws becomes a rejection. A file that shows its damage now is made anew, unless another process has done so. */
  #attempt<Result>(work: () => Result): Promise<Result> {
    return Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        if (!isDamage(error)) throw error;
        this.#release();
        return work();
      })
      .catch((error: unknown) => {
        if (!isDamage(error)) throw error;
        this.#release();
        this.#opened = makeCacheFile(this.#file);
        return work();
      });
  }

  get #database(): DatabaseSync {
    this.#opened ??= openCacheFile(this.#file);
    return this.#opened;
  }

  /** A vector is given also where its use cannot be noted: the disk is full, or another process writes. */
  #note(ids: readonly number[], now: number): void {
    if (ids.length === 0) return;
    try {
      const note = this.#database.prepare('UPDATE vectors SET used = ? WHERE id = ?');
      this.#inTransaction(() => {
        for (const id of ids) note.run(now, id);
      });
    } catch (error) {
      if (isDamage(error)) throw error;
    }
  }

  /** Other processes put and drop, too, so the number is counted anew before anything goes, and now and then. */
  #dropOldest(): void {
    if (this.#count !== undefined && this.#count + this.#sinceCount <= this.#maxVectors && this.#sinceCount < COUNTED_EVERY) return;
    this.#count = this.#counted();
    this.#sinceCount = 0;
    const surplus = this.#count - this.#maxVectors;
    if (surplus <= 0) return;
    const dropped = Math.min(this.#count, surplus + Math.ceil(this.#maxVectors * DROPPED_SHARE));
    this.#database.prepare('DELETE FROM vectors WHERE id IN (SELECT id FROM vectors ORDER BY used, id LIMIT ?)').run(dropped);
    this.#count -= dropped;
  }

  #counted(): number {
    return Number(this.#database.prepare('SELECT count(*) AS n FROM vectors').get()?.['n']);
  }

  #inTransaction(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}
