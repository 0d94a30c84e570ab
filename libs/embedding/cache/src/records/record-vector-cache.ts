import { createHash } from 'node:crypto';
import type { CachedVector, ModelRevision, VectorCache } from '@tributary/embedding-port';
import type { RecordStore } from '@tributary/engines-port';
import { z } from 'zod';
import { bytesOf, vectorOf } from '../vector-bytes.js';

const KIND = 'cached-vector';
const COUNTED_EVERY = 1000;
/** When there are too many, this share goes. */
const DROPPED_SHARE = 0.05;
const PAGE = 200;

const Cached = z.object({ v: z.literal(1), model: z.string(), revision: z.string(), base64: z.base64() });

interface RecordVectorCacheOptions {
  /** Of the primary engine. */
  readonly records: RecordStore;
  /** Vectors of all models together, about: each process counts once in a thousand puts. */
  readonly maxVectors: number;
  /** A number from 0 to 1, other each time. */
  readonly random?: () => number;
}

/** Vectors as records of the primary engine, which all services reach. Records tell no use, so when there are too many any of them go: keys are hashes,
 *  and those behind a random one are a fair sample. */
export class RecordVectorCache implements VectorCache {
  readonly #records: RecordStore;
  readonly #maxVectors: number;
  readonly #random: () => number;
  #count: number | undefined;
  #sinceCount = 0;

  constructor({ records, maxVectors, random = Math.random }: RecordVectorCacheOptions) {
    this.#records = records;
    this.#maxVectors = maxVectors;
    this.#random = random;
  }

  async get(model: ModelRevision, hashes: readonly string[]): Promise<readonly (Float32Array | undefined)[]> {
    const records = await this.#records.get(
      KIND,
      hashes.map((hash) => keyOf(model, hash)),
    );
    return hashes.map((_, i) => {
      const cached = Cached.safeParse(records[i]?.value);
      const isOurs = cached.success && cached.data.model === model.name && cached.data.revision === model.revision;
      return isOurs ? vectorOf(Buffer.from(cached.data.base64, 'base64')) : undefined;
    });
  }

  async put(model: ModelRevision, vectors: readonly CachedVector[]): Promise<void> {
    if (vectors.length === 0) return;
    const { name, revision } = model;
    await this.#records.put(
      vectors.map(({ hash, vector }) => ({
        kind: KIND,
        key: keyOf(model, hash),
        value: { v: 1, model: name, revision, base64: Buffer.from(bytesOf(vector)).toString('base64') },
      })),
    );
    this.#sinceCount += vectors.length;
    await this.#dropSome();
  }

  /** The records are the engine's to close. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  async #dropSome(): Promise<void> {
    if (this.#count !== undefined && this.#count + this.#sinceCount <= this.#maxVectors && this.#sinceCount < COUNTED_EVERY) return;
    this.#count = await this.#records.count({ kind: KIND });
    this.#sinceCount = 0;
    const surplus = this.#count - this.#maxVectors;
    if (surplus > 0) this.#count -= await this.#drop(surplus + Math.ceil(this.#maxVectors * DROPPED_SHARE));
  }

  /** @returns how many went */
  async #drop(wanted: number): Promise<number> {
    let dropped = 0;
    let after = hex(this.#random().toString());
    while (dropped < wanted) {
      const page = await this.#records.list({ kind: KIND, after, limit: Math.min(PAGE, wanted - dropped) });
      if (page.length === 0 && after === '') return dropped;
      await this.#records.delete(
        KIND,
        page.map(({ key }) => key),
      );
      dropped += page.length;
      // Behind the last key comes the first.
      after = page.at(-1)?.key ?? '';
    }
    return dropped;
  }
}

function keyOf({ name, revision }: ModelRevision, hash: string): string {
  return hex(JSON.stringify([name, revision, hash]));
}

function hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
