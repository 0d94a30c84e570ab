import { blobIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { cosineAt, type MeasuredVector } from './quantise.js';
import type { VectorCache } from './vector-cache.js';
import type { VectorShelf } from './vector-shelf.js';

const NOTHING = new Float32Array(0);

/** The exact vectors of a point. */
export interface PointVectors {
  readonly own: Float32Array | undefined;
  readonly common: Float32Array;
  /** Whether they stay as they are. Otherwise they may be others after the next ones were asked for. */
  readonly areFixed: boolean;
}

/** A slot, and its row in the store. */
interface SlotAndRow {
  readonly slot: number;
  readonly row: number;
}

/** Where the exact vectors of a collection's points are found: what was asked for lately in memory, all else in the store. A slot's vectors never
 *  change, so what is kept stays right; whether its point is there is for others to know. */
export class ExactVectors {
  readonly #own: VectorShelf;
  readonly #common: VectorShelf;
  readonly #cache: VectorCache;

  constructor(cache: VectorCache) {
    this.#cache = cache;
    this.#own = cache.addShelf();
    this.#common = cache.addShelf();
  }

  /** Cosine of a query with the own vector of a slot, whose row in the store is `row`; undefined where there is none. */
  cosine(query: MeasuredVector, connection: Connection, { slot, row }: SlotAndRow): number | undefined {
    const known = this.#own.cosine(slot, query);
    if (known !== undefined) return known ?? undefined;
    const { own } = this.#read(connection, { slot, row });
    return own && cosineAt(own, 0, query);
  }

  /** The vectors of a slot. */
  of(connection: Connection, { slot, row }: SlotAndRow): PointVectors {
    const own = this.#own.find(slot);
    const common = this.#common.find(slot);
    return own === undefined || common === undefined
      ? this.#read(connection, { slot, row })
      : vectorsOf({ own, common }, !this.#cache.isMoving);
  }

  #read(connection: Connection, { slot, row }: SlotAndRow): PointVectors {
    const stored = readVectors(connection, row);
    this.#own.keep(slot, stored.own);
    this.#common.keep(slot, stored.common);
    return vectorsOf(stored, true);
  }
}

function vectorsOf({ own, common }: StoredVectors, areFixed: boolean): PointVectors {
  return { own: own ?? undefined, common: common ?? own ?? NOTHING, areFixed };
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
