import type { Schemas } from '@qdrant/js-client-rest';
import type { Card, CardFields, Filter } from '@tributary/contracts';
import {
  type SearchSignals,
  byPlace,
  checkVector,
  compileFilter,
  foreignCandidate,
  type CallOptions,
  type Candidate,
  type ForeignReader,
  type LaneResult,
  type NominateRequest,
  type NominateResult,
  type PointSelector,
  type ReadOptions,
  type SignalsRequest,
  type StoredPoint,
} from '@tributary/engines-port';
import { hasCode, permanent } from '@tributary/kernel';
import { cosine } from '@tributary/ranking';
import type { Call, PointStore } from '../points/point-store.js';
import { conditionsIn, narrowingFilter, standsAt } from './foreign-filter.js';
import { foreignRowOf, type ForeignRow } from './foreign-row.js';
import { pointIdOf } from './point-id.js';

const WIDER = 4;

interface ReaderOptions {
  readonly store: PointStore;
  readonly searches: SearchSignals;
  readonly name: string;
  readonly card: Card;
  readonly isExact: boolean;
}

interface Narrowing {
  readonly must: readonly Schemas['Condition'][];
  /** Conditions that no server refuses. */
  readonly always: readonly Schemas['Condition'][];
  readonly signal: AbortSignal | undefined;
}

/** One collection of another program through its card: the server narrows, the filter itself is evaluated on what comes, in Tributary's layout. */
export class QdrantForeignReader implements ForeignReader {
  readonly #store: PointStore;
  readonly #searches: SearchSignals;
  readonly #name: string;
  readonly #card: Card;
  readonly #fields: CardFields;
  readonly #isExact: boolean;

  constructor({ store, searches, name, card, isExact }: ReaderOptions) {
    if (card.fields === undefined) {
      throw permanent('COLLECTION.CARD_INVALID', `The card of ${name} does not say where its fields are: adopt the collection again.`);
    }
    this.#store = store;
    this.#searches = searches;
    this.#name = name;
    this.#card = card;
    this.#fields = card.fields;
    this.#isExact = isExact;
  }

  async nominate(request: Omit<NominateRequest, 'collection'>, options: CallOptions = {}): Promise<NominateResult> {
    const signal = this.#searches.of(options.signal);
    const { vector, lanes, terms, filter, limit } = request;
    compileFilter(filter ?? {});
    if (vector) checkVector(vector, { dimension: this.#card.model.dimension, collection: this.#name });
    const statistics = { points: 0, totalLength: 0, documentFrequency: terms.map(() => 0) };
    if (!lanes.includes('semantic') || !vector) {
      await this.#probe(signal);
      return { candidates: [], lanes: {}, statistics };
    }
    const startedAt = performance.now();
    const rows = vector.every((x) => x === 0) ? [] : await this.#nearest(vector, { filter, limit, signal });
    const candidates = rows.map((row) => foreignCandidate(row, this.#similarity(row, vector))).sort(bySimilarity);
    const ranking = candidates.map(({ similarity = 0 }, candidate) => ({ candidate, score: similarity }));
    const semantic: LaneResult = { status: 'searched', ranking, ms: performance.now() - startedAt };
    return { candidates, lanes: { semantic }, statistics };
  }

  async signals(request: Omit<SignalsRequest, 'collection'>, options: CallOptions = {}): Promise<readonly Candidate[]> {
    const signal = this.#searches.of(options.signal);
    const { ids, filter, vector } = request;
    if (vector) checkVector(vector, { dimension: this.#card.model.dimension, collection: this.#name });
    const rows = await this.#select({ ids, ...(filter ? { filter } : {}) }, { signal, withVectors: vector !== undefined });
    const byId = new Map(rows.map((row) => [row.id, foreignCandidate(row, vector && this.#similarity(row, vector))]));
    return ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
  }

  async read(selector: PointSelector, { withVectors = false, signal }: ReadOptions = {}): Promise<readonly StoredPoint[]> {
    const points = (await this.#select(selector, { signal, withVectors })).map(({ id, payload, vectors }) => {
      const vector = vectors.get(this.#card.vectors.dense);
      return { id, payload, ...(vector ? { vector } : {}) };
    });
    if (!selector.ids) return points.sort(byPlace);
    const byId = new Map(points.map((point) => [point.id, point]));
    return selector.ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
  }

  async count(filter?: Filter, { signal }: CallOptions = {}): Promise<number> {
    if (!filter) return this.#store.count({}, this.#call(signal));
    return (await this.#select({ filter }, { signal })).length;
  }

  /** The points of a selector. */
  async #select(
    selector: PointSelector,
    { signal, withVectors = false }: { readonly signal: AbortSignal | undefined; readonly withVectors?: boolean },
  ): Promise<readonly ForeignRow[]> {
    const { ids, docId, chunks, filter = {} } = selector;
    const fits = compileFilter(filter);
    const must: Schemas['Condition'][] = [narrowingFilter(filter, this.#fields)];
    const { document } = this.#fields;
    // Where nothing tells documents, a point is one.
    const named = docId !== undefined && document === undefined ? [...(ids ?? [docId])] : ids;
    const always: Schemas['Condition'][] = named ? [{ has_id: named.flatMap((id) => pointIdOf(id) ?? []) }] : [];
    if (docId !== undefined && document !== undefined) must.push(...standsAt(document, docId));
    const parts = { payload: true, ...(withVectors ? { vectors: this.#vectors() } : {}) };
    const records = await this.#narrowed({ must, always, signal }, (server) =>
      this.#store.collect({ ...this.#call(signal), ...parts, filter: server }),
    );
    return records
      .map((record) => this.#row(record))
      .filter(({ seen, payload }) => {
        if (!fits(seen)) return false;
        if (docId === undefined) return true;
        return payload.doc_id === docId && (!chunks || (payload.chunk_index >= chunks.from && payload.chunk_index <= chunks.to));
      });
  }

  /** The nearest points that fit: more and more are asked for until enough of them do. */
  async #nearest(
    vector: Float32Array,
    { filter, limit, signal }: { readonly filter: Filter | undefined; readonly limit: number; readonly signal: AbortSignal | undefined },
  ): Promise<readonly ForeignRow[]> {
    const fits = compileFilter(filter ?? {});
    const using = this.#card.vectors.dense;
    const query = {
      query: [...vector],
      params: { exact: this.#isExact },
      with_payload: true,
      with_vector: this.#vectors(),
      ...(using === '' ? {} : { using }),
    };
    for (let asked = limit; ; asked *= WIDER) {
      const must = [narrowingFilter(filter, this.#fields)];
      const [found = []] = await this.#narrowed({ must, always: [], signal }, (server) =>
        this.#store.queryBatch([{ ...query, limit: asked, filter: server }], this.#call(signal)),
      );
      const rows = found.map((record) => this.#row(record)).filter(({ seen }) => fits(seen));
      if (rows.length >= limit || found.length < asked) return rows.slice(0, limit);
    }
  }

  /** A server in strict mode refuses conditions on fields without an index: then it narrows down by the others. */
  async #narrowed<T>({ must, always, signal }: Narrowing, ask: (filter: Schemas['Filter']) => Promise<T>): Promise<T> {
    try {
      return await ask({ must: [...always, ...must] });
    } catch (error) {
      if (!hasCode(error, 'ENGINE.REFUSED')) throw error;
    }
    const taken = await this.#taken({ must: [...must] }, signal);
    try {
      return await ask({ must: [...always, ...taken] });
    } catch (error) {
      if (!hasCode(error, 'ENGINE.REFUSED')) throw error;
      return ask({ must: [...always] });
    }
  }

  /** The conditions that the server takes by themselves. */
  async #taken(filter: Schemas['Filter'], signal: AbortSignal | undefined): Promise<readonly Schemas['Condition'][]> {
    const isTaken = async (condition: Schemas['Condition']) => {
      try {
        await this.#store.scroll({ ...this.#call(signal), filter: { must: [condition] }, limit: 1 });
        return [condition];
      } catch (error) {
        if (hasCode(error, 'ENGINE.REFUSED')) return [];
        throw error;
      }
    };
    return (await Promise.all(conditionsIn(filter).map(isTaken))).flat();
  }

  /** The vector that is searched; others are not fetched. */
  #vectors(): true | string[] {
    const { dense } = this.#card.vectors;
    return dense === '' ? true : [dense];
  }

  /** A collection that is gone is told also where nothing is asked of it. */
  async #probe(signal: AbortSignal | undefined): Promise<void> {
    await this.#store.scroll({ ...this.#call(signal), filter: {}, limit: 1 });
  }

  #similarity({ vectors }: ForeignRow, query: Float32Array): number | undefined {
    const vector = vectors.get(this.#card.vectors.dense);
    return vector?.length === query.length ? cosine(query, vector) : undefined;
  }

  #row(record: Parameters<typeof foreignRowOf>[0]): ForeignRow {
    return foreignRowOf(record, { name: this.#name, fields: this.#fields });
  }

  #call(signal: AbortSignal | undefined): Call {
    return { collection: this.#name, signal };
  }
}

function bySimilarity(a: Candidate, b: Candidate): number {
  return (b.similarity ?? 0) - (a.similarity ?? 0) || (a.id < b.id ? -1 : 1);
}
