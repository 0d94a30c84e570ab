import type { Card, Filter } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import {
  DOCUMENT_PLACE,
  byPlace,
  foreignCandidate,
  foreignPayload,
  matchesFilter,
  seenByFilters,
  type Candidate,
  type ForeignCollection,
  type ForeignCollections,
  type ForeignListing,
  type ForeignPage,
  type ForeignPoint,
  type ForeignReader,
  type ForeignScrollRequest,
  type NominateRequest,
  type NominateResult,
  type PointSelector,
  type PointsPage,
  type ReadOptions,
  type ScrollRequest,
  type SignalsRequest,
  type StoredPoint,
} from '../../index.js';
import { cosineOf } from '../reference/cosine.js';

/** A collection as another program left it. */
export interface MemoryForeignCollection extends Omit<ForeignCollection, 'points'> {
  readonly points: readonly ForeignPoint[];
}

/** Collections of other programs in maps, searched by brute force. */
export class MemoryForeign implements ForeignCollections {
  readonly #collections: Map<string, MemoryForeignCollection>;

  constructor(collections: readonly MemoryForeignCollection[]) {
    this.#collections = new Map(collections.map((collection) => [collection.name, collection]));
  }

  /** What another program does meanwhile: writes a collection anew, or removes it. */
  set(name: string, collection: MemoryForeignCollection | undefined): void {
    if (collection === undefined) this.#collections.delete(name);
    else this.#collections.set(name, collection);
  }

  list(): Promise<ForeignListing> {
    return Promise.resolve({ collections: [...this.#collections.values()].map(describe), failed: [] });
  }

  inspect(name: string): Promise<ForeignCollection | undefined> {
    const collection = this.#collections.get(name);
    return Promise.resolve(collection && describe(collection));
  }

  async scroll({ collection, after = '', limit, ...parts }: ForeignScrollRequest): Promise<ForeignPage> {
    const later = (await this.#points(collection)).filter(({ id }) => id > after).sort((a, b) => (a.id < b.id ? -1 : 1));
    const points = later.slice(0, limit).map((point) => partsOf(point, parts));
    const last = points.at(-1);
    return later.length > limit && last ? { points, next: last.id } : { points };
  }

  async fetch(name: string, ids: readonly string[]): Promise<readonly ForeignPoint[]> {
    const wanted = new Set(ids);
    return (await this.#points(name)).filter(({ id }) => wanted.has(id));
  }

  async upsert(name: string, points: readonly ForeignPoint[]): Promise<void> {
    const ids = new Set(points.map(({ id }) => id));
    this.#replace(name, [...(await this.#points(name)).filter(({ id }) => !ids.has(id)), ...points]);
  }

  async delete(name: string, ids: readonly string[]): Promise<void> {
    this.#replace(
      name,
      (await this.#points(name)).filter(({ id }) => !ids.includes(id)),
    );
  }

  open(name: string, card: Card): ForeignReader {
    return new MemoryForeignReader(name, card, () => this.#points(name));
  }

  #replace(name: string, points: readonly ForeignPoint[]): void {
    const collection = this.#collections.get(name);
    if (collection) this.#collections.set(name, { ...collection, points });
  }

  #points(name: string): Promise<readonly ForeignPoint[]> {
    const collection = this.#collections.get(name);
    if (collection) return Promise.resolve(collection.points);
    return Promise.reject(permanent('COLLECTION.NOT_FOUND', `There is no collection ${name}.`, { category: 'not_found' }));
  }
}

function describe({ points, ...rest }: MemoryForeignCollection): ForeignCollection {
  return { ...rest, points: points.length };
}

function partsOf({ id, payload, document, vectors }: ForeignPoint, wanted: Pick<ForeignScrollRequest, 'vectors' | 'places'>): ForeignPoint {
  const { places, vectors: withVectors = true } = wanted;
  const isWanted = (name: string) => places?.some((place) => place === name || place.split('.')[0] === name) ?? true;
  return {
    id,
    payload: Object.fromEntries(Object.entries(payload).filter(([name]) => isWanted(name))),
    vectors: withVectors ? vectors : new Map(),
    ...(document !== undefined && isWanted(DOCUMENT_PLACE) ? { document } : {}),
  };
}

class MemoryForeignReader implements ForeignReader {
  readonly #name: string;
  readonly #card: Card;
  readonly #load: () => Promise<readonly ForeignPoint[]>;

  constructor(name: string, card: Card, load: () => Promise<readonly ForeignPoint[]>) {
    this.#name = name;
    this.#card = card;
    this.#load = load;
  }

  async nominate(request: Omit<NominateRequest, 'collection'>): Promise<NominateResult> {
    const { vector, lanes, limit, filter } = request;
    const statistics = { points: 0, totalLength: 0, documentFrequency: request.terms.map(() => 0) };
    if (vector === undefined || !lanes.includes('semantic')) return { candidates: [], lanes: {}, statistics };
    const points = (await this.#where({ ...(filter ? { filter } : {}) })).filter((point) => point.vector !== undefined);
    const candidates = points
      .map((point) => candidateOf(point, request))
      .sort((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0) || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
    const ranking = candidates.map(({ similarity = 0 }, candidate) => ({ candidate, score: similarity }));
    return { candidates, lanes: { semantic: { status: 'searched', ranking, ms: 0 } }, statistics };
  }

  async signals(request: Omit<SignalsRequest, 'collection'>): Promise<readonly Candidate[]> {
    const { ids, filter } = request;
    return (await this.#where({ ids, ...(filter ? { filter } : {}) })).map((point) => candidateOf(point, request));
  }

  async read(selector: PointSelector, { withVectors = false }: ReadOptions = {}): Promise<readonly StoredPoint[]> {
    const points = await this.#where(selector);
    return withVectors ? points : points.map(({ id, payload }) => ({ id, payload }));
  }

  async scroll({ filter = {}, after = '', limit }: Omit<ScrollRequest, 'collection'>): Promise<PointsPage> {
    const fitting = (await this.#where({ filter })).filter(({ id }) => id > after).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const points = fitting.slice(0, limit);
    const last = points.at(-1);
    return fitting.length > limit && last ? { points, next: last.id } : { points };
  }

  async count(filter: Filter = {}): Promise<number> {
    return (await this.#where({ filter })).length;
  }

  async #where({ ids, docId, chunks, filter = {} }: PointSelector): Promise<readonly StoredPoint[]> {
    const { fields, vectors } = this.#card;
    if (fields === undefined) throw permanent('COLLECTION.NOT_ADOPTED', `The card of ${this.#name} names no fields.`);
    const fitting = (await this.#load())
      .map((point) => ({ point, payload: foreignPayload(point, this.#name, fields) }))
      .filter(({ point, payload }) => matchesFilter(filter, seenByFilters(point, payload, fields)))
      .filter(({ payload }) => docId === undefined || payload.doc_id === docId)
      .filter(({ payload }) => chunks === undefined || (payload.chunk_index >= chunks.from && payload.chunk_index <= chunks.to))
      .map(({ point, payload }) => {
        const vector = point.vectors.get(vectors.dense);
        return { id: point.id, payload, ...(vector ? { vector } : {}) };
      });
    if (ids) return ids.flatMap((id) => fitting.find((point) => point.id === id) ?? []);
    return fitting.sort(byPlace);
  }
}

function candidateOf(point: StoredPoint, { vector }: Pick<NominateRequest, 'vector'>): Candidate {
  return foreignCandidate(point, vector && point.vector ? cosineOf(vector, point.vector) : undefined);
}
