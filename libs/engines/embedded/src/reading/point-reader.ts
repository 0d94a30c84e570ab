import { conditionsOf, type Filter } from '@tributary/contracts';
import {
  byPlace,
  compileFilter,
  type CallOptions,
  type DocumentMatch,
  type PointSelector,
  type ReadOptions,
  type ScrollPage,
  type ScrollRequest,
  type StoredPoint,
  type TextAnalyser,
} from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { evaluateFilter } from '../filter/evaluate-filter.js';
import type { Bitmap } from '../memory/bitmap.js';
import type { Projection } from '../projection/projection.js';
import type { InTurn, Projections } from '../projection/projections.js';
import type { Connection } from '../store/connection.js';
import { findDocumentRow, getDocumentRow, type DocumentRow } from '../write/document-rows.js';
import { findCollection } from './collections.js';
import { fullPointsAfter, fullPointsById, pointInSlot, pointsById, pointsOfDocument, readablePoint, slotsOf } from './point-rows.js';

/** Points read from the store for one page before others get the event loop. */
const SCROLL_SLICE = 500;
/** Slots looked at for one page past damage, whether they fit or not: the next page goes on behind them. */
const SLOTS_PER_PAGE = 5000;
const NO_FEATURES = {
  terms: { ids: new Uint32Array(), body: new Uint8Array(), title: new Uint8Array(), length: 0 },
  words: [],
  common: new Float32Array(),
};

interface PageAsked {
  readonly filter: Filter | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

interface FilteredUse<T> {
  readonly prepare?: (projection: Projection) => Promise<void>;
  /** Synchronous. */
  readonly use: (projection: Projection, slots: Bitmap) => T;
  /** Does the synchronous part when it is its turn; left out: at once. */
  readonly inTurn?: InTurn;
  readonly signal?: AbortSignal | undefined;
}

interface PointReaderParts {
  readonly reader: Connection;
  readonly projections: Projections;
  readonly analyser: TextAnalyser;
  /** Does a slice of reading ahead when it is its turn. */
  readonly inTurn: InTurn;
}

/** Finds points by id, by document and by filter. */
export class PointReader {
  readonly #reader: Connection;
  readonly #projections: Projections;
  readonly #analyser: TextAnalyser;
  readonly #inTurn: InTurn;

  constructor(parts: PointReaderParts) {
    this.#reader = parts.reader;
    this.#projections = parts.projections;
    this.#analyser = parts.analyser;
    this.#inTurn = parts.inTurn;
  }

  async read(collection: string, selector: PointSelector, options: ReadOptions): Promise<readonly StoredPoint[]> {
    if (selector.ids === undefined && selector.docId === undefined) return this.#readFiltered(collection, selector.filter ?? {}, options);
    return this.#reader.snapshot(() => this.#readNamed(collection, selector, options));
  }

  async findDocuments(collection: string, selector: PointSelector): Promise<readonly DocumentMatch[]> {
    if (selector.ids === undefined && selector.docId === undefined) return this.#documentsWhere(collection, selector.filter ?? {});
    return this.#reader.snapshot(() => {
      const { id } = findCollection(this.#reader, collection);
      const byDocument = Map.groupBy(this.#readNamed(collection, selector), ({ payload }) => payload.doc_id);
      return [...byDocument].flatMap(([docId, { length: fitting }]) => {
        const row = findDocumentRow(this.#reader, id, docId);
        return row ? [toMatch(row, fitting)] : [];
      });
    });
  }

  async count(collection: string, filter: Filter | undefined): Promise<number> {
    if (filter) return this.whereFilter(collection, filter, { use: (_, slots) => slots.size });
    return this.#reader.snapshot(() => this.#countAll(collection));
  }

  countDocuments(collection: string, filter: Filter): Promise<number> {
    return this.whereFilter(collection, filter, {
      use: (projection, slots) => {
        const documents = new Set<number>();
        slots.forEach((slot) => documents.add(projection.documentOf(slot)));
        return documents.size;
      },
    });
  }

  async scroll({ collection, filter, after, limit, pastDamage = false }: ScrollRequest, { signal }: CallOptions = {}): Promise<ScrollPage> {
    if (pastDamage) return this.#scrollPastDamage(collection, { filter, after, limit, signal });
    const ids = filter && onlyIdsOf(filter);
    if (ids) return this.#scrollIds(collection, { ids, after, limit });
    const fits = filter ? compileFilter(filter, this.#analyser) : () => true;
    const points: ScrollPage['points'][number][] = [];
    let last = after;
    // Few at first, since what is looked for may be the first; where little fits, as many as others can wait for.
    for (let slice = Math.min(SCROLL_SLICE, limit + 1); ; slice = Math.min(SCROLL_SLICE, slice * 2)) {
      const asked = { after: last, limit: slice, fits };
      const found = this.#reader.snapshot(() => fullPointsAfter(this.#reader, findCollection(this.#reader, collection), asked));
      for (const point of found.points) {
        if (points.length === limit) return { points, ...(last === undefined ? {} : { next: last }) };
        points.push(point);
        last = point.id;
      }
      if (found.isEnd) return { points };
      ({ last = last } = found);
      await new Promise(setImmediate);
      signal?.throwIfAborted();
    }
  }

  /** Slot by slot: a page of a table or an index that cannot be read takes no more along than what lies on it. */
  async #scrollPastDamage(
    collection: string,
    { filter, after = '0', limit, signal }: PageAsked & { readonly signal: AbortSignal | undefined },
  ): Promise<ScrollPage> {
    const fits = filter ? compileFilter(filter, this.#analyser) : () => true;
    const { id } = findCollection(this.#reader, collection);
    const slots = slotsOf(this.#reader, id);
    const points: ScrollPage['points'][number][] = [];
    let slot = slotFrom(after, slots);
    const end = Math.min(slots, slot + SLOTS_PER_PAGE);
    for (; slot < end && points.length < limit; slot++) {
      if (slot % SCROLL_SLICE === 0) await new Promise(setImmediate);
      signal?.throwIfAborted();
      const point = readablePoint(this.#reader, id, slot);
      if (point !== undefined && fits(point)) points.push({ ...point, features: NO_FEATURES });
    }
    return slot < slots ? { points, next: slot.toString() } : { points };
  }

  #scrollIds(
    collection: string,
    page: { readonly ids: readonly string[]; readonly after: string | undefined; readonly limit: number },
  ): ScrollPage {
    return this.#reader.snapshot(() => {
      const found = fullPointsById(this.#reader, findCollection(this.#reader, collection), { ...page, limit: page.limit + 1 });
      const points = found.slice(0, page.limit);
      const last = points.at(-1);
      return found.length > page.limit && last ? { points, next: last.id } : { points };
    });
  }

  /** Runs `use` on the live slots that fit a filter, on one state of the collection; `prepare` may read ahead what it will need. */
  async whereFilter<T>(collection: string, filter: Filter, { prepare, use, inTurn, signal }: FilteredUse<T>): Promise<T> {
    const reader = this.#reader;
    return this.#projections.read(collection, {
      prepare: async (projection) => {
        await prepare?.(projection);
        await projection.filters.prepare(filter, { target: projection, reader, signal, inTurn: this.#inTurn });
      },
      use: (projection) => {
        const find = (): Bitmap => {
          const sources = projection.filters.complete(filter, projection, reader);
          return evaluateFilter(filter, { target: projection, sources, reader, analyser: this.#analyser });
        };
        return use(projection, projection.fitting.of(filter, projection.appliedSeq, find));
      },
      ...(inTurn ? { inTurn } : {}),
    });
  }

  #countAll(collection: string): number {
    findCollection(this.#reader, collection);
    const row = this.#reader.sql('SELECT points FROM collections WHERE name = ?').get(collection);
    return Number(row?.['points'] ?? 0);
  }

  #readNamed(
    collection: string,
    { ids, docId, chunks, filter }: PointSelector,
    { withVectors = false }: ReadOptions = {},
  ): readonly StoredPoint[] {
    const { id } = findCollection(this.#reader, collection);
    const named = ids
      ? pointsById(this.#reader, id, { ids, withVectors })
      : pointsOfDocument(this.#reader, id, { docId: docId ?? '', chunks, withVectors });
    const fits = filter ? compileFilter(filter, this.#analyser) : () => true;
    return named.filter(
      (point) =>
        (docId === undefined || point.payload.doc_id === docId) && isWithin(point.payload.chunk_index, docId, chunks) && fits(point),
    );
  }

  async #readFiltered(collection: string, filter: Filter, { withVectors = false }: ReadOptions): Promise<readonly StoredPoint[]> {
    const points = await this.whereFilter(collection, filter, {
      use: (projection, slots) => {
        const found: StoredPoint[] = [];
        slots.forEach((slot) => {
          const point = pointInSlot(this.#reader, projection.collection, { slot: projection.storedSlotOf(slot), withVectors });
          if (point) found.push(point);
        });
        return found;
      },
    });
    return points.toSorted(byPlace);
  }

  async #documentsWhere(collection: string, filter: Filter): Promise<readonly DocumentMatch[]> {
    const matches = await this.whereFilter(collection, filter, {
      use: (projection, slots) => {
        const fitting = new Map<number, number>();
        slots.forEach((slot) => {
          const document = projection.documentOf(slot);
          fitting.set(document, (fitting.get(document) ?? 0) + 1);
        });
        return [...fitting].flatMap(([document, count]) => {
          const row = getDocumentRow(this.#reader, projection.collection, document);
          return row ? [toMatch(row, count)] : [];
        });
      },
    });
    return matches.toSorted((a, b) => compareText(a.docId, b.docId));
  }
}

/** A slot outside of the collection would be one of another collection. @throws `FILTER.INVALID` */
function slotFrom(after: string, slots: number): number {
  if (/^\d{1,10}$/.test(after) && Number(after) <= slots) return Number(after);
  throw permanent('FILTER.INVALID', 'This is no "next" of an earlier answer about this collection: ask without it, from the beginning on.');
}

/** The ids of a filter that asks for nothing else, which need no walk through the collection. */
function onlyIdsOf({ must, ...rest }: Filter): readonly string[] | undefined {
  const [only, ...others] = conditionsOf(must);
  const isAlone = others.length === 0 && Object.values(rest).every((clause) => clause === undefined);
  return isAlone && only && 'has_id' in only ? only.has_id.map((id) => id.toString()) : undefined;
}

function toMatch({ docId, key, version, points }: DocumentRow, fitting: number): DocumentMatch {
  return { docId, key, version, points, fitting };
}

function isWithin(chunk: number, docId: string | undefined, chunks: PointSelector['chunks']): boolean {
  return docId === undefined || chunks === undefined || (chunk >= chunks.from && chunk <= chunks.to);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
