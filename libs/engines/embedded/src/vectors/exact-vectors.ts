import { blobIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import type { VectorCache } from './vector-cache.js';

const NOTHING = new Float32Array(0);

/** The exact vectors of a point. */
export interface PointVectors {
  readonly own: Float32Array | undefined;
  readonly common: Float32Array;
}

/** Where the exact vectors of a collection's points are found: what was asked for lately in memory, all else in the store. A slot's vectors never
 *  change, so what is kept stays right; whether its point is there is for others to know. */
export class ExactVectors {
  readonly #cache: VectorCache;
  /** Names of two sets of vectors in the cache. */
  readonly #own = {};
  readonly #common = {};

  constructor(cache: VectorCache) {
    this.#cache = cache;
  }

  /** The vectors of a slot, whose row in the store is `row`. */
  of(connection: Connection, slot: number, row: number): PointVectors {
    let own = this.#cache.find(this.#own, slot);
    let common = this.#cache.find(this.#common, slot);
    if (own === undefined || common === undefined) {
      const stored = readVectors(connection, row);
      own = this.#cache.keep(this.#own, slot, stored.own);
      common = this.#cache.keep(this.#common, slot, stored.common);
    }
    return { own: own ?? undefined, common: common ?? own ?? NOTHING };
  }
}

/** As the store has them: without `common` where it is the same as `own`. */
interface StoredVectors {
  readonly own: Float32Array | null;
  readonly common: Float32Array | null;
}

function readVectors(connection: Connection, row: number): StoredVectors {
  const found = connection.sql('SELECT own, common FROM vectors WHERE slot = ?').get(row);
  if (found === undefined) return { own: null, common: null };
  return { own: toFloats(blobIn(found, 'own')) ?? null, common: toFloats(blobIn(found, 'common')) ?? null };
}

/** The numbers of a column, as it handed them out where they lie well. */
export function toFloats(bytes: Uint8Array | undefined): Float32Array | undefined {
  if (bytes === undefined) return undefined;
  const { buffer, byteOffset, length } = byteOffsetIsWhole(bytes) ? bytes : bytes.slice();
  return new Float32Array(buffer, byteOffset, length / 4);
}

function byteOffsetIsWhole({ byteOffset }: Uint8Array): boolean {
  return byteOffset % Float32Array.BYTES_PER_ELEMENT === 0;
}
