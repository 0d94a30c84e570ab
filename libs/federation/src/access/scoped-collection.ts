import { allOf, type Filter } from '@tributary/contracts';
import {
  answeringName,
  type CollectionReader,
  type CollectionRecord,
  type NominateRequest,
  type NominateResult,
  type PointsPage,
  type ReadOptions,
  type ScrollRequest,
  type StoredPoint,
  type WordSuggestion,
} from '@tributary/engines-port';
import { openCollection, type ReaderSources } from '../readers/open-collection.js';
import { narrowedScope, type ReadScope } from './read-scope.js';

type PageOfPoints = Pick<ScrollRequest, 'after' | 'limit' | 'pastDamage'>;

/** One collection as a caller sees it: every read carries the caller's scope. Nothing else in this library touches an engine. */
export class ScopedCollection {
  readonly record: CollectionRecord;
  readonly #sources: ReaderSources;
  readonly #scope: ReadScope;
  #opened: CollectionReader | undefined;

  constructor(record: CollectionRecord, sources: ReaderSources, scope: ReadScope) {
    this.record = record;
    this.#sources = sources;
    this.#scope = scope;
  }

  /** True when another program made it: its documents have no versions, and may have no order. */
  get isForeign(): boolean {
    return this.record.adopted !== undefined;
  }

  /** True where there may be rows that the caller does not see. */
  get isFiltered(): boolean {
    return this.#scope.of(this.record).visible !== undefined;
  }

  /** False where the record names those who may read something in it, and the caller is none of them. */
  get isKnownToReader(): boolean {
    return this.#scope.of(this.record).isKnown;
  }

  /** True where there may be rows of others of whom the caller must learn nothing: not even what words they have. */
  get hidesWords(): boolean {
    return this.isFiltered && this.#scope.isOfOneOfMany;
  }

  /** True when its engine never shows a document half replaced. */
  get showsWholeDocuments(): boolean {
    return this.#reader.showsWholeDocuments;
  }

  /** The same with fewer hits: those that fit the filter as well. */
  narrowed(filter: Filter): ScopedCollection {
    return new ScopedCollection(this.record, this.#sources, narrowedScope(this.#scope, filter));
  }

  /** @param ids of the points that may be nominated; left out: any */
  async nominate(
    { ids, ...request }: Omit<NominateRequest, 'collection' | 'filter'> & { readonly ids?: readonly string[] },
    signal: AbortSignal,
  ): Promise<NominateResult> {
    const hits = this.#scope.hitsOf(this.record);
    const among = ids && { must: [{ has_id: [...ids] }] };
    return this.#reader.nominate({ ...request, ...withFilter(allOf([hits, among])) }, { signal });
  }

  /** How much of it is in memory, from 0 to 1, while searches wait for the rest; undefined while none does. */
  get shareRead(): number | undefined {
    return this.#reader.shareRead?.();
  }

  /** Points that may be hits, in the order of the ids; missing ones left out. */
  async readHits(
    ids: readonly string[],
    signal: AbortSignal,
    options: Pick<ReadOptions, 'withVectors'> = {},
  ): Promise<readonly StoredPoint[]> {
    const hits = this.#scope.hitsOf(this.record);
    return this.#shown(await this.#reader.read({ ids, ...withFilter(hits) }, { signal, ...options }));
  }

  /** A page of the points that may be hits, in an order that does not change while points are added. */
  async scrollHits(page: PageOfPoints, signal: AbortSignal): Promise<PointsPage> {
    const hits = this.#scope.hitsOf(this.record);
    const { points, ...rest } = await this.#reader.scroll({ ...page, ...withFilter(hits) }, { signal });
    return { ...rest, points: this.#shown(points) };
  }

  /** Equal texts mean equal rows: whoever has the same sees the same of this collection. */
  get sight(): string {
    const { visible } = this.#scope.of(this.record);
    return JSON.stringify([this.#scope.hitsOf(this.record) ?? null, visible ?? null]);
  }

  /** Equal texts mean that rows are seen by the same rule, whatever the request narrows down. */
  get visibleSight(): string {
    return JSON.stringify(this.#scope.of(this.record).visible ?? null);
  }

  /** Whether there is a row that the caller sees, whether it fits the request or not. */
  async showsAnything(signal: AbortSignal): Promise<boolean> {
    const { visible } = this.#scope.of(this.record);
    const { points } = await this.#reader.scroll({ limit: 1, ...withFilter(visible) }, { signal });
    return points.length > 0;
  }

  /** A text that changes with the points, where the engine counts changes; undefined elsewhere. */
  async changeMark(signal: AbortSignal): Promise<string | undefined> {
    const { adopted, engine } = this.record;
    if (adopted !== undefined) return undefined;
    return this.#sources.engines.get(engine).changeMark?.(answeringName(this.record), { signal });
  }

  /** Exact. */
  async countHits(signal: AbortSignal): Promise<number> {
    return this.#reader.count(this.#scope.hitsOf(this.record), { signal });
  }

  /** Points by id, whether they fit the request or not. */
  async readVisible(ids: readonly string[], signal: AbortSignal | undefined): Promise<readonly StoredPoint[]> {
    const { visible } = this.#scope.of(this.record);
    return this.#shown(await this.#reader.read({ ids, ...withFilter(visible) }, signal ? { signal } : {}));
  }

  /** Chunks of a document in order, all of them or a range. */
  async readChunks(
    docId: string,
    { chunks, signal }: { readonly chunks?: { readonly from: number; readonly to: number }; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly StoredPoint[]> {
    const { visible } = this.#scope.of(this.record);
    const wanted = { docId, ...(chunks ? { chunks } : {}), ...withFilter(visible) };
    return this.#shown(await this.#reader.read(wanted, signal ? { signal } : {}));
  }

  /** Similar words of the whole collection, the rows of others included: what is shown of them must be found in a visible passage. */
  async suggestWords(words: readonly string[], signal: AbortSignal): Promise<readonly (readonly WordSuggestion[])[]> {
    return this.#reader.suggestWords(words, { signal });
  }

  /** Words of the whole collection by how they begin, the rows of others included: what is found by them is what the caller may see, and none is told. */
  async wordsBeginning(beginnings: readonly string[], signal: AbortSignal): Promise<readonly (readonly WordSuggestion[])[]> {
    return this.#reader.wordsBeginning(beginnings, { signal });
  }

  #shown(points: readonly StoredPoint[]): readonly StoredPoint[] {
    return points.map((point) => this.#scope.shown(point, this.record));
  }

  // Opened at the first call: an engine that is no longer configured costs its own collections only.
  get #reader(): CollectionReader {
    this.#opened ??= openCollection(this.record, this.#sources);
    return this.#opened;
  }
}

function withFilter(filter: Filter | undefined): { readonly filter?: Filter } {
  return filter === undefined ? {} : { filter };
}
