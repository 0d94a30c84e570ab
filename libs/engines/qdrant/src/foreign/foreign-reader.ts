import type { Schemas } from '@qdrant/js-client-rest';
import type { Card, CardFields, Filter } from '@tributary/contracts';
import {
  type SearchSignals,
  byPlace,
  checkVector,
  compileFilter,
  foreignCandidate,
  scrollFitting,
  type CallOptions,
  type Candidate,
  type ForeignReader,
  type LookRequest,
  type LaneResult,
  type NominateRequest,
  type NominateResult,
  type PointSelector,
  type PointsPage,
  type ReadOptions,
  type ScrollRequest,
  type SignalsRequest,
  type StoredPoint,
} from '@tributary/engines-port';
import { hasCode, permanent, toErrorRecord, type ErrorRecord, type TributaryError } from '@tributary/kernel';
import { cosine } from '@tributary/ranking';
import { nextOf, type Call, type PointStore } from '../points/point-store.js';
import { placesOfFilter } from './filter-places.js';
import { narrowingFilter, standsAt } from './foreign-filter.js';
import { foreignRowOf, type ForeignRow } from './foreign-row.js';
import { narrowed } from './narrowed-requests.js';
import { payloadAt } from './payload-at.js';
import { pointIdOf } from './point-id.js';

const WIDER = 4;
/** So many whole payloads are in memory. */
const AT_ONCE = 1_000;
/** What a server says that looks for no others: to a request as such, or to one that names too many points. */
const LOOKS_NO_FURTHER = ['ENGINE.REFUSED', 'ENGINE.FILTER_TOO_COSTLY'];
const USUAL_BOUNDS: SearchBounds = { emptyGuess: 2_048, widestGuess: 32_768, mostLookedAt: 100_000 };

type PointId = Schemas['ExtendedPointId'];

/** How many points are looked at for one search by a filter that the server cannot narrow down by. */
export interface SearchBounds {
  /** Of the nearest, where none of them fits and all may be looked at. */
  readonly emptyGuess: number;
  /** Of the nearest otherwise: their ids are in memory at once, and what the filter looks at, unless that may be all they hold. */
  readonly widestGuess: number;
  /** Of all, page by page, where too few of the nearest fit. */
  readonly mostLookedAt: number;
}

interface Nearest {
  readonly filter: Filter | undefined;
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

interface Guess {
  /** The nearest that fit, at most as many as are asked for. */
  readonly rows: readonly ForeignRow[];
  /** How many of the nearest were looked at. */
  readonly asked: number;
  /** Enough fit, or no other point does. */
  readonly isDone: boolean;
}

interface ReaderOptions {
  readonly store: PointStore;
  readonly searches: SearchSignals;
  readonly name: string;
  readonly card: Card;
  readonly isExact: boolean;
  readonly bounds?: SearchBounds;
}

/** One collection of another program through its card: the server narrows, the filter itself is evaluated on what comes, in Tributary's layout. */
export class QdrantForeignReader implements ForeignReader {
  readonly #store: PointStore;
  readonly #searches: SearchSignals;
  readonly #name: string;
  readonly #card: Card;
  readonly #fields: CardFields;
  readonly #isExact: boolean;
  readonly #bounds: SearchBounds;

  constructor({ store, searches, name, card, isExact, bounds = USUAL_BOUNDS }: ReaderOptions) {
    if (card.fields === undefined) {
      throw permanent('COLLECTION.CARD_INVALID', `The card of ${name} does not say where its fields are: adopt the collection again.`);
    }
    this.#store = store;
    this.#searches = searches;
    this.#name = name;
    this.#card = card;
    this.#fields = card.fields;
    this.#isExact = isExact;
    this.#bounds = bounds;
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
    const rows = vector.every((x) => x === 0) ? [] : await unlessTooCostly(this.#nearest(vector, { filter, limit, signal }));
    if ('error' in rows) {
      const semantic: LaneResult = { status: 'failed', error: rows.error, ms: performance.now() - startedAt };
      return { candidates: [], lanes: { semantic }, statistics };
    }
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
    const points = (await this.#select(selector, { signal, withVectors })).map((row) => this.#shown(row));
    if (!selector.ids) return points.sort(byPlace);
    const byId = new Map(points.map((point) => [point.id, point]));
    return selector.ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
  }

  scroll({ filter = {}, after, limit }: Omit<ScrollRequest, 'collection'>, { signal }: CallOptions = {}): Promise<PointsPage> {
    const fits = compileFilter(filter);
    const must = [narrowingFilter(filter, this.#fields)];
    const shown = { payload: true, vectors: this.#vectors() };
    const looked = { payload: payloadAt(placesOfFilter(filter, this.#fields)) };
    const look = async ({ from, size, isWhole }: LookRequest) => {
      const page = { ...this.#call(signal), limit: size, offset: from === undefined ? undefined : pointIdOf(from) };
      const found = await narrowed(this.#store, { ...this.#call(signal), must, always: [] }, (server) =>
        this.#store.scroll({ ...page, ...(isWhole ? shown : looked), filter: server }),
      );
      const rows = found.points.map((record) => this.#row(record));
      return { looked: rows.map((row) => ({ point: this.#shown(row), fits: fits(row.seen), place: row.id })), next: nextOf(found) };
    };
    return scrollFitting({
      after,
      limit,
      look,
      fetch: (ids) => this.read({ ids, filter }, { withVectors: true, ...(signal ? { signal } : {}) }),
    });
  }

  async count(filter?: Filter, { signal }: CallOptions = {}): Promise<number> {
    if (!filter) return this.#store.count({}, this.#call(signal));
    return this.#walk(filter, signal, () => undefined);
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
    const parts = { payload: true, ...(withVectors ? { vectors: this.#vectors() } : {}), ...(named ? { most: named.length } : {}) };
    const records = await narrowed(this.#store, { ...this.#call(signal), must, always }, (server) =>
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

  /** Looks at the points that may fit, page by page, at what the filter looks at alone. @returns how many fit */
  #walk(filter: Filter, signal: AbortSignal | undefined, take: (id: PointId) => void): Promise<number> {
    const fits = compileFilter(filter);
    const payload = payloadAt(placesOfFilter(filter, this.#fields));
    const must = [narrowingFilter(filter, this.#fields)];
    return narrowed(this.#store, { ...this.#call(signal), must, always: [] }, async (server) => {
      let fitting = 0;
      for await (const record of this.#store.all({ ...this.#call(signal), payload, filter: server })) {
        if (!fits(this.#row(record).seen)) continue;
        fitting += 1;
        take(record.id);
      }
      return fitting;
    });
  }

  /** The nearest points that fit, as many of them as can be found within the bounds.
   *  @throws ENGINE.FILTER_TOO_COSTLY where that is none, and others may fit */
  async #nearest(vector: Float32Array, request: Nearest): Promise<readonly ForeignRow[]> {
    const { filter, signal } = request;
    const must = [narrowingFilter(filter, this.#fields)];
    const call = this.#call(signal);
    let counted: Promise<number> | undefined;
    const isWalkable = async () => {
      counted ??= narrowed(this.#store, { ...call, must, always: [] }, (server) => this.#store.count(server, call));
      return (await counted) <= this.#bounds.mostLookedAt;
    };
    const { rows, asked, isDone } = await this.#guess(vector, { ...request, isWalkable });
    if (isDone) return rows;
    let refusal: unknown;
    try {
      if (await isWalkable()) return await this.#seek(vector, request);
    } catch (error) {
      if (!LOOKS_NO_FURTHER.some((code) => hasCode(error, code))) throw error;
      refusal = error;
    }
    if (rows.length > 0) return rows;
    throw hasCode(refusal, 'ENGINE.FILTER_TOO_COSTLY') ? refusal : tooCostly(this.#name, { asked, refusal, ...this.#bounds });
  }

  /** More and more of the nearest points are asked for, until enough of them fit or the server takes no more: once more in any case. */
  async #guess(
    vector: Float32Array,
    { filter, limit, signal, isWalkable }: Nearest & { readonly isWalkable: () => Promise<boolean> },
  ): Promise<Guess> {
    const must = [narrowingFilter(filter, this.#fields)];
    const shown = { with_payload: true, with_vector: this.#vectors() };
    const deciding = payloadAt(placesOfFilter(filter ?? {}, this.#fields));
    const looked = { with_payload: deciding === true ? false : deciding, with_vector: false };
    const ask = (asked: number) =>
      narrowed(this.#store, { ...this.#call(signal), must, always: [] }, (server) =>
        this.#query(vector, { ...(asked === limit ? shown : looked), limit: asked, filter: server }, signal),
      );
    let best: Guess = { rows: [], asked: 0, isDone: false };
    const { emptyGuess, widestGuess } = this.#bounds;
    for (let asked = limit; asked > best.asked;) {
      // A server in strict mode may refuse more than so many.
      const found = asked === limit ? await ask(asked) : await unlessRefused(ask(asked));
      if (!found) break;
      const rows = await this.#fitting(found, { filter, limit, signal, isWhole: asked === limit || deciding !== true });
      best = { rows, asked, isDone: rows.length >= limit || found.length < asked };
      if (best.isDone) break;
      const isSmall = asked === limit || asked * WIDER <= emptyGuess;
      if (!isSmall && rows.length === 0 && (await isWalkable())) break;
      asked = isSmall ? asked * WIDER : Math.min(asked * WIDER, widestGuess);
    }
    const ids = best.rows.map(({ id }) => id);
    if (best.asked === limit || ids.length === 0) return best;
    return { ...best, rows: await this.#select({ ids, ...(filter ? { filter } : {}) }, { signal, withVectors: true }) };
  }

  /** The first of these points that fit, as many as are asked for. Where they are ids alone, since all they hold may decide, a thousand of them at a time are
   *  looked at, and what is returned are ids. */
  async #fitting(
    found: readonly Schemas['ScoredPoint'][],
    { filter, limit, signal, isWhole }: Nearest & { readonly isWhole: boolean },
  ): Promise<readonly ForeignRow[]> {
    const fits = compileFilter(filter ?? {});
    const fitting = (records: readonly Schemas['Record'][]) => records.map((record) => this.#row(record)).filter(({ seen }) => fits(seen));
    if (isWhole) return fitting(found).slice(0, limit);
    const rows: ForeignRow[] = [];
    for (let at = 0; at < found.length && rows.length < limit; at += AT_ONCE) {
      const looked = found.slice(at, at + AT_ONCE);
      const ids = looked.map(({ id }) => id);
      const known = new Set(fitting(await this.#store.retrieve(ids, { ...this.#call(signal), payload: true })).map(({ id }) => id));
      rows.push(...looked.filter(({ id }) => known.has(String(id))).map((record) => this.#row(record)));
    }
    return rows.slice(0, limit);
  }

  /** The points that fit are sought among all, and those alone are compared. */
  async #seek(vector: Float32Array, { filter = {}, limit, signal }: Nearest): Promise<readonly ForeignRow[]> {
    const fits = compileFilter(filter);
    const ids: PointId[] = [];
    await this.#walk(filter, signal, (id) => ids.push(id));
    if (ids.length === 0) return [];
    const among = {
      with_payload: true,
      with_vector: this.#vectors(),
      limit: Math.min(limit, ids.length),
      filter: { must: [{ has_id: ids }] },
    };
    const found = await this.#query(vector, { ...among, params: { exact: true } }, signal).catch((error: unknown) => {
      // A server in strict mode may refuse exact searches.
      if (hasCode(error, 'ENGINE.REFUSED')) return this.#query(vector, among, signal);
      throw error;
    });
    return found.map((record) => this.#row(record)).filter(({ seen }) => fits(seen));
  }

  async #query(
    vector: Float32Array,
    request: Schemas['QueryRequest'],
    signal: AbortSignal | undefined,
  ): Promise<readonly Schemas['ScoredPoint'][]> {
    const using = this.#card.vectors.dense;
    const query = { query: [...vector], params: { exact: this.#isExact }, ...(using === '' ? {} : { using }), ...request };
    const [found = []] = await this.#store.queryBatch([query], this.#call(signal));
    return found;
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

  #shown({ id, payload, vectors }: ForeignRow): StoredPoint {
    const vector = vectors.get(this.#card.vectors.dense);
    return { id, payload, ...(vector ? { vector } : {}) };
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

/** Fails the lane alone: an index of the words of the collection may answer all the same. */
async function unlessTooCostly<T extends object>(rows: Promise<T>): Promise<T | { readonly error: ErrorRecord }> {
  try {
    return await rows;
  } catch (error) {
    if (hasCode(error, 'ENGINE.FILTER_TOO_COSTLY')) return { error: toErrorRecord(error) };
    throw error;
  }
}

/** @returns undefined where the server refuses to answer */
async function unlessRefused<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, 'ENGINE.REFUSED')) return undefined;
    throw error;
  }
}

function tooCostly(
  name: string,
  { asked, mostLookedAt, refusal }: Pick<Guess, 'asked'> & SearchBounds & { readonly refusal: unknown },
): TributaryError {
  const [others, options] =
    refusal === undefined
      ? [`more than ${mostLookedAt.toString()} points would have to be looked at for others`, {}]
      : ['its server refuses to look for others', { cause: refusal }];
  return permanent(
    'ENGINE.FILTER_TOO_COSTLY',
    `The filter fits none of the ${asked.toString()} best passages of ${name}, and ${others}: add a condition that its engine can narrow down by, such as one on a field with an exact value.`,
    options,
  );
}
