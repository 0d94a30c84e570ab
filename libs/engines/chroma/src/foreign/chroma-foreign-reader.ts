import type { Card, CardFields, Filter } from '@tributary/contracts';
import {
  byPlace,
  checkVector,
  compileFilter,
  foreignCandidate,
  scrollFitting,
  type CallOptions,
  type Candidate,
  type ForeignReader,
  type LookRequest,
  type NominateRequest,
  type NominateResult,
  type PointSelector,
  type PointsPage,
  type ReadOptions,
  type ScrollRequest,
  type SignalsRequest,
  type StoredPoint,
} from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { Where } from 'chromadb';
import { requiredDocument } from '../filter/required-document.js';
import { widen, type Found } from '../lanes/widen.js';
import type { ChromaConnection } from '../server/connection.js';
import type { ForeignPlace, ForeignPlaces } from './foreign-place.js';
import { foreignRows, type ForeignRow } from './foreign-row.js';
import { foreignWhere, pageOfForeign, readForeign, withOrWithout } from './foreign-source.js';
import { similarityOf } from './similarity.js';

/** One collection of another program through its card. */
export class ChromaForeignReader implements ForeignReader {
  readonly #connection: ChromaConnection;
  readonly #places: ForeignPlaces;
  readonly #name: string;
  readonly #card: Card;
  readonly #fields: CardFields;

  constructor({ connection, places, name, card }: { connection: ChromaConnection; places: ForeignPlaces; name: string; card: Card }) {
    if (card.fields === undefined)
      throw permanent('COLLECTION.CARD_INVALID', `The card of ${name} does not say where its fields are: adopt the collection again.`);
    this.#connection = connection;
    this.#places = places;
    this.#name = name;
    this.#card = card;
    this.#fields = card.fields;
  }

  async nominate(request: Omit<NominateRequest, 'collection'>, options: CallOptions = {}): Promise<NominateResult> {
    const signal = this.#connection.searches.of(options.signal);
    const { vector, limit, lanes, terms } = request;
    const statistics = { points: 0, totalLength: 0, documentFrequency: terms.map(() => 0) };
    compileFilter(request.filter ?? {});
    if (vector) checkVector(vector, { collection: this.#name, dimension: this.#card.model.dimension });
    return this.#places.use(
      this.#name,
      async (place) => {
        if (!lanes.includes('semantic') || !vector) return { candidates: [], lanes: {}, statistics };
        const began = performance.now();
        const rows = vector.every((x) => x === 0) ? [] : await this.#nearest(place, { ...request, vector, signal });
        const all = rows.map((row) => foreignCandidate(row, similarityOf(place.space, vector, row)));
        const candidates = all.sort((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0) || (a.id < b.id ? -1 : 1)).slice(0, limit);
        const ranking = candidates.map(({ similarity = 0 }, candidate) => ({ candidate, score: similarity }));
        return { candidates, lanes: { semantic: { status: 'searched', ranking, ms: performance.now() - began } }, statistics };
      },
      signal,
    );
  }

  async signals(request: Omit<SignalsRequest, 'collection'>, options: CallOptions = {}): Promise<readonly Candidate[]> {
    const signal = this.#connection.searches.of(options.signal);
    const { ids, filter, vector } = request;
    compileFilter(filter ?? {});
    if (vector) checkVector(vector, { collection: this.#name, dimension: this.#card.model.dimension });
    return this.#places.use(
      this.#name,
      async (place) => {
        const rows = await readForeign(this.#connection, {
          place,
          fields: this.#fields,
          filter,
          ids,
          withVectors: vector !== undefined,
          signal,
        });
        const byId = new Map(rows.map((row) => [row.id, foreignCandidate(row, vector && similarityOf(place.space, vector, row))]));
        return ids.flatMap((id) => byId.get(id) ?? []);
      },
      signal,
    );
  }

  async read(selector: PointSelector, options: ReadOptions = {}): Promise<readonly StoredPoint[]> {
    compileFilter(selector.filter ?? {});
    const { ids, docId = requiredDocument(selector.filter), chunks } = selector;
    const wanted = docId === undefined ? selector : { ...selector, docId };
    const rows = await this.#places.use(this.#name, (place) => this.#select(place, wanted, options), options.signal);
    const fitting = rows.filter(({ payload }) => {
      if (docId === undefined) return true;
      return payload.doc_id === docId && (!chunks || (payload.chunk_index >= chunks.from && payload.chunk_index <= chunks.to));
    });
    const byId = new Map(fitting.map((row) => [row.id, shown(row)]));
    return ids ? ids.flatMap((id) => byId.get(id) ?? []) : [...byId.values()].sort(byPlace);
  }

  /** A page goes on from a number of records, which Chroma gives in the order they were added: of those that it lets through by this filter. */
  scroll({ filter = {}, after, limit }: Omit<ScrollRequest, 'collection'>, { signal }: CallOptions = {}): Promise<PointsPage> {
    const fits = compileFilter(filter);
    return this.#places.use(
      this.#name,
      (place) => {
        const request = { place, fields: this.#fields, filter, signal };
        const look = async ({ from = '0', size, isWhole }: LookRequest) => {
          const offset = Number(from);
          const rows = await pageOfForeign(this.#connection, { ...request, withVectors: isWhole }, { offset, limit: size });
          const looked = rows.map((row, at) => ({ point: shown(row), fits: fits(row.seen), place: (offset + at).toString() }));
          return { looked, next: rows.length < size ? undefined : (offset + rows.length).toString() };
        };
        const fetch = async (ids: readonly string[]) =>
          (await readForeign(this.#connection, { ...request, ids, withVectors: true })).map(shown);
        return scrollFitting({ after, limit, look, fetch });
      },
      signal,
    );
  }

  count(filter?: Filter, { signal }: CallOptions = {}): Promise<number> {
    return this.#places.use(
      this.#name,
      async (place) => {
        if (filter) return (await readForeign(this.#connection, { place, fields: this.#fields, filter, signal })).length;
        return this.#connection.records(place.id, (records) => records.count(), { signal, collection: this.#name });
      },
      signal,
    );
  }

  async #select(place: ForeignPlace, { ids, docId, filter }: PointSelector, options: ReadOptions): Promise<readonly ForeignRow[]> {
    const request = { ...options, place, fields: this.#fields, filter };
    if (ids !== undefined || docId === undefined) return readForeign(this.#connection, { ...request, ids });
    const byId = await readForeign(this.#connection, { ...request, ids: [docId] });
    const { document } = this.#fields;
    if (document === undefined) return byId;
    const where = /[.$]/.test(document) ? undefined : documentWhere(document, docId);
    return [...byId, ...(await readForeign(this.#connection, { ...request, where }))];
  }

  #nearest(
    place: ForeignPlace,
    {
      filter,
      vector,
      limit,
      signal,
    }: Omit<NominateRequest, 'collection' | 'vector'> & { readonly vector: Float32Array; readonly signal: AbortSignal | undefined },
  ): Promise<readonly ForeignRow[]> {
    const fits = compileFilter(filter ?? {});
    const query = async (asked: number, ids?: readonly string[]): Promise<Found<ForeignRow>> => {
      const rows = await withOrWithout(foreignWhere(filter, this.#fields), (where) =>
        this.#neighbours(place, { vector, asked, where, ids, signal }),
      );
      return { rows: rows.filter(({ seen }) => fits(seen)), reached: rows.map(({ id }) => id) };
    };
    const seek = async () => (await readForeign(this.#connection, { place, fields: this.#fields, filter, signal })).map(({ id }) => id);
    const fetch = (ids: readonly string[]) =>
      readForeign(this.#connection, { place, fields: this.#fields, filter, ids, withVectors: true, signal });
    return widen({ limit, isExact: filter === undefined, query, seek, fetch });
  }

  async #neighbours(place: ForeignPlace, { vector, asked, where, ids, signal }: Neighbourhood): Promise<readonly ForeignRow[]> {
    const columns = place.space === 'cosine' ? ('distances' as const) : ('embeddings' as const);
    const answer = await this.#connection.records(
      place.id,
      (records) =>
        records.query({
          queryEmbeddings: [[...vector]],
          nResults: asked,
          include: ['metadatas', 'documents', columns],
          ...(where ? { where } : {}),
          ...(ids ? { ids: [...ids] } : {}),
        }),
      { signal, collection: this.#name },
    );
    const [found = [], metadatas = [], documents = []] = [answer.ids[0], answer.metadatas[0], answer.documents[0]];
    const [embeddings = [], distances = []] = [answer.embeddings[0], answer.distances[0]];
    return foreignRows({ ids: found, metadatas, documents, embeddings, distances }, { name: this.#name, fields: this.#fields });
  }
}

function shown({ id, payload, vector }: ForeignRow): StoredPoint {
  return { id, payload, ...(vector ? { vector } : {}) };
}

interface Neighbourhood {
  readonly vector: Float32Array;
  readonly asked: number;
  readonly where: Where | undefined;
  readonly ids: readonly string[] | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The document as its maker may have written it: as text or as a number. */
function documentWhere(document: string, docId: string): Where {
  const number = Number(docId);
  const written: (string | number)[] = docId !== '' && Number.isFinite(number) && number.toString() === docId ? [docId, number] : [docId];
  return written.length === 1 ? { [document]: docId } : { $or: written.map((value) => ({ [document]: value })) };
}
