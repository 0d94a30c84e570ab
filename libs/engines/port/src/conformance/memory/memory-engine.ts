import { isSameModel, type Card, type ComponentHealth, type Filter } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import {
  checkVector,
  matchesFilter,
  mostFrequent,
  type CallOptions,
  type Candidate,
  type DocumentDelete,
  type DocumentFence,
  type DocumentMatch,
  type DocumentWrite,
  type Engine,
  type EngineCapabilities,
  type EngineCollection,
  type NominateRequest,
  type NominateResult,
  type Point,
  type PointSelector,
  type ReadOptions,
  type ScrollPage,
  type ScrollRequest,
  type SignalsRequest,
  type StoredPoint,
  type WordSuggestion,
  type WriteOutcome,
} from '../../index.js';
import { countWords } from '../reference/fuzzy-terms.js';
import type { LaneRules } from '../reference/lane-scores.js';
import { isOneEdit } from '../reference/word-likeness.js';
import { checkDistance, checkLanes, checkWrite, withoutWords } from './check-write.js';
import type { MemoryForeign } from './memory-foreign.js';
import { MemoryCollection, fenceOf } from './memory-collection.js';
import { candidateOf, nominateInMemory } from './memory-nominate.js';
import { MemoryRecords } from './memory-records.js';

const STANDARD_BM25 = { k1: 1.6, b: 0.75 };

export interface MemoryEngineOptions extends Partial<LaneRules> {
  readonly name?: string;
  /** True: it ranks by vectors only, keeps no words, and refuses the other lanes. */
  readonly wordless?: boolean;
  /** Collections that another program made. */
  readonly foreign?: MemoryForeign;
}

/** What this engine can do. */
export const MEMORY_CAPABILITIES: EngineCapabilities = {
  lanes: ['semantic', 'keyword', 'fuzzy'],
  conditions: ['match', 'range', 'values_count', 'is_empty', 'is_null', 'has_id', 'nested'],
  atomicDocuments: true,
  primary: true,
  distances: ['cosine'],
};

/** An engine of maps and brute force: for tests of features, and the second adapter of the conformance suite. */
export class MemoryEngine implements Engine {
  readonly name: string;
  readonly kind = 'memory';
  readonly capabilities: EngineCapabilities;
  readonly records = new MemoryRecords();
  readonly #collections = new Map<string, MemoryCollection>();
  readonly #rules: LaneRules;
  readonly #isWordless: boolean;
  readonly foreign?: MemoryForeign;

  constructor({
    name = 'memory',
    wordless = false,
    bm25 = STANDARD_BM25,
    termOf = () => undefined,
    foreign,
    ...rest
  }: MemoryEngineOptions = {}) {
    this.name = name;
    if (foreign !== undefined) this.foreign = foreign;
    this.capabilities = wordless ? { ...MEMORY_CAPABILITIES, lanes: ['semantic'] } : MEMORY_CAPABILITIES;
    this.#isWordless = wordless;
    this.#rules = { bm25, termOf, ...rest };
  }

  async createCollection(name: string, card: Card): Promise<void> {
    await Promise.resolve();
    checkDistance(card);
    const present = this.#collections.get(name)?.card.model;
    const { model } = card;
    if (present === undefined) this.#collections.set(name, new MemoryCollection(card));
    else if (!isSameModel(present, model))
      throw permanent('COLLECTION.EXISTS', `${name} exists with another model.`, { category: 'conflict' });
  }

  async dropCollection(name: string): Promise<void> {
    await this.#get(name);
    this.#collections.delete(name);
  }

  async listCollections(): Promise<readonly EngineCollection[]> {
    const found = await Promise.all([...this.#collections.keys()].sort().map((name) => this.getCollection(name)));
    return found.flatMap((collection) => (collection === undefined ? [] : [{ ...collection, isMarked: true }]));
  }

  getCollection(name: string): Promise<EngineCollection | undefined> {
    const collection = this.#collections.get(name);
    if (!collection) return Promise.resolve(undefined);
    return Promise.resolve({ name, card: collection.card, documents: collection.live.length, points: collection.points.length });
  }

  async writeDocument(write: DocumentWrite, { signal }: CallOptions = {}): Promise<WriteOutcome> {
    signal?.throwIfAborted();
    const collection = await this.#get(write.collection);
    checkWrite(write, collection.card.model.dimension);
    return collection.write(this.#isWordless ? withoutWords(write) : write);
  }

  async deleteDocuments({ collection, documents }: DocumentDelete): Promise<readonly WriteOutcome[]> {
    const found = await this.#get(collection);
    return documents.map((document) => found.delete(document));
  }

  async fences(collection: string, docIds: readonly string[]): Promise<readonly (DocumentFence | undefined)[]> {
    const { documents } = await this.#get(collection);
    return docIds.map((docId) => {
      const document = documents.get(docId);
      return document && fenceOf(document);
    });
  }

  async dropTombstones(collection: string, before: number): Promise<number> {
    const { documents } = await this.#get(collection);
    const old = [...documents.values()].filter(({ deletedAt }) => deletedAt !== undefined && deletedAt < before);
    for (const { docId } of old) documents.delete(docId);
    return old.length;
  }

  async nominate(request: NominateRequest): Promise<NominateResult> {
    const collection = await this.#get(request.collection);
    checkLanes(request.lanes, this.capabilities);
    if (request.vector) checkVector(request.vector, { collection: request.collection, dimension: collection.card.model.dimension });
    return nominateInMemory(collection, request, this.#rules);
  }

  async signals(request: SignalsRequest): Promise<readonly Candidate[]> {
    const { collection, ids, filter = {}, vector } = request;
    if (vector) checkVector(vector, { collection, dimension: (await this.#get(collection)).card.model.dimension });
    const points = await this.#select(collection, { ids, filter });
    return ids.flatMap((id) => points.find((point) => point.id === id.toLowerCase()) ?? []).map((point) => candidateOf(point, request));
  }

  async read(collection: string, selector: PointSelector, { withVectors = false }: ReadOptions = {}): Promise<readonly StoredPoint[]> {
    const selected = await this.#select(collection, selector);
    const points = selected.map(({ id, payload, vector }) =>
      structuredClone({ id, payload, ...(withVectors && vector ? { vector } : {}) }),
    );
    const { ids } = selector;
    return ids ? ids.flatMap((id) => points.find((point) => point.id === id) ?? []) : points;
  }

  async scroll({ collection, filter = {}, after = '', limit }: ScrollRequest): Promise<ScrollPage> {
    const fitting = (await this.#select(collection, { filter })).filter(({ id }) => id > after).sort((a, b) => (a.id < b.id ? -1 : 1));
    const points = structuredClone(fitting.slice(0, limit));
    const last = points.at(-1);
    return fitting.length > limit && last ? { points, next: last.id } : { points };
  }

  async count(collection: string, filter: Filter = {}): Promise<number> {
    return (await this.#select(collection, { filter })).length;
  }

  async countDocuments(collection: string, filter: Filter): Promise<number> {
    return new Set((await this.#select(collection, { filter })).map(({ payload }) => payload.doc_id)).size;
  }

  async findDocuments(collection: string, selector: PointSelector): Promise<readonly DocumentMatch[]> {
    const fitting = Map.groupBy(await this.#select(collection, selector), ({ payload }) => payload.doc_id);
    const { live } = await this.#get(collection);
    return live.flatMap(({ docId, key, version, points }) => {
      const own = fitting.get(docId);
      return own ? [{ docId, key, version, points: points.length, fitting: own.length }] : [];
    });
  }

  async storedVectors(collection: string, docId: string): Promise<ReadonlyMap<string, Float32Array>> {
    const points = (await this.#get(collection)).documents.get(docId)?.points ?? [];
    return new Map(points.flatMap(({ payload, vector }) => (vector ? [[payload.hash, vector] as const] : [])));
  }

  async suggestWords(collection: string, words: readonly string[]): Promise<readonly (readonly WordSuggestion[])[]> {
    const counts = countWords((await this.#get(collection)).points);
    return words.map((word) => {
      const known = counts.get(word);
      if (known !== undefined) return [{ word, documentFrequency: known }];
      return suggestionsOf(counts, (other) => isOneEdit(word, other));
    });
  }

  async wordsBeginning(collection: string, beginnings: readonly string[]): Promise<readonly (readonly WordSuggestion[])[]> {
    const counts = countWords((await this.#get(collection)).points);
    return beginnings.map((beginning) => suggestionsOf(counts, (word) => word.startsWith(beginning)));
  }

  health(): Promise<ComponentHealth> {
    return Promise.resolve({ name: this.name, kind: this.kind, status: 'up' });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #get(name: string): Promise<MemoryCollection> {
    const collection = this.#collections.get(name);
    if (collection) return Promise.resolve(collection);
    return Promise.reject(permanent('COLLECTION.NOT_FOUND', `There is no collection ${name}.`, { category: 'not_found' }));
  }

  async #select(collection: string, { ids, docId, chunks, filter = {} }: PointSelector): Promise<Point[]> {
    const wanted = ids && new Set(ids.map((id) => id.toLowerCase()));
    return (await this.#get(collection)).points.filter(
      (point) =>
        (!wanted || wanted.has(point.id)) &&
        (docId === undefined || point.payload.doc_id === docId) &&
        (docId === undefined || !chunks || (point.payload.chunk_index >= chunks.from && point.payload.chunk_index <= chunks.to)) &&
        matchesFilter(filter, point, this.#rules.analyser),
    );
  }
}

function suggestionsOf(counts: ReadonlyMap<string, number>, fits: (word: string) => boolean): readonly WordSuggestion[] {
  return mostFrequent([...counts].filter(([word]) => fits(word)).map(([word, documentFrequency]) => ({ word, documentFrequency })));
}
