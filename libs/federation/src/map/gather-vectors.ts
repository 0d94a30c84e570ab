import type { CollectionMap } from '@tributary/contracts';
import { cleanText } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';

const PAGE = 500;
/** Memory for vectors while a map is made: 80 MB. */
const MOST_NUMBERS = 20_000_000;
/** What is read by then is the map. */
const READ_MS = 20_000;
const LONGEST_TITLE = 200;

/** Points of a collection with their vectors. */
export interface GatheredVectors extends Pick<CollectionMap, 'total' | 'sampled' | 'ids' | 'documents'> {
  readonly documentOf: readonly number[];
  /** Row by row. */
  readonly values: Float32Array;
  readonly dimension: number;
  readonly isUnit: boolean;
}

/** Reads points that the caller may see, in the order of their engine, with their vectors. Between two pages others have the event loop. */
export async function gatherVectors(collection: ScopedCollection, limit: number, signal: AbortSignal): Promise<GatheredVectors> {
  const { adopted, card } = collection.record;
  const { dimension } = card.model;
  const total = await collection.countHits(signal);
  const most = Math.min(limit, total, Math.max(1, Math.floor(MOST_NUMBERS / dimension)));
  const drawn = new DrawnPoints(most, dimension, { isUnit: isUnitModel(card.model.distance), hasTypes: adopted === undefined });
  const endsAt = performance.now() + READ_MS;
  let after: string | undefined;
  let seen = 0;
  while (seen < most && performance.now() < endsAt) {
    const page = await collection.scrollHits({ limit: Math.min(PAGE, most - seen), ...(after === undefined ? {} : { after }) }, signal);
    for (const point of page.points) drawn.add(point);
    seen += page.points.length;
    after = page.next;
    if (after === undefined) break;
    await new Promise(setImmediate);
  }
  return { ...drawn.gathered, total, sampled: seen < total };
}

/** Only where lengths say nothing are they brought to 1. */
export function isUnitModel(distance: string): boolean {
  return distance === 'cosine' || distance === 'dot';
}

export function toUnit(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  return square === 0 ? vector : vector.map((value) => value / Math.sqrt(square));
}

type ScrolledPoint = Awaited<ReturnType<ScopedCollection['scrollHits']>>['points'][number];

class DrawnPoints {
  readonly #ids: string[] = [];
  readonly #documents: CollectionMap['documents'] = [];
  readonly #numbers = new Map<string, number>();
  readonly #documentOf: number[] = [];
  readonly #values: Float32Array;
  readonly #dimension: number;
  readonly #options: { readonly isUnit: boolean; readonly hasTypes: boolean };

  constructor(most: number, dimension: number, options: { readonly isUnit: boolean; readonly hasTypes: boolean }) {
    this.#values = new Float32Array(most * dimension);
    this.#dimension = dimension;
    this.#options = options;
  }

  get gathered(): Omit<GatheredVectors, 'total' | 'sampled'> {
    const [ids, documents, documentOf, dimension] = [this.#ids, this.#documents, this.#documentOf, this.#dimension];
    return { ids, documents, documentOf, dimension, isUnit: this.#options.isUnit, values: this.#values.slice(0, ids.length * dimension) };
  }

  /** One without a vector, or with one of another model, has no place. */
  add({ id, payload, vector }: ScrolledPoint): void {
    if (vector?.length !== this.#dimension || (this.#ids.length + 1) * this.#dimension > this.#values.length) return;
    this.#values.set(this.#options.isUnit ? toUnit(vector) : vector, this.#ids.length * this.#dimension);
    this.#ids.push(id);
    this.#documentOf.push(this.#numberOf(payload));
  }

  #numberOf({ doc_id, title, type }: ScrolledPoint['payload']): number {
    const known = this.#numbers.get(doc_id);
    if (known !== undefined) return known;
    const number = this.#documents.length;
    this.#numbers.set(doc_id, number);
    this.#documents.push({ title: cleanText(title).slice(0, LONGEST_TITLE), ...(this.#options.hasTypes ? { type } : {}) });
    return number;
  }
}
