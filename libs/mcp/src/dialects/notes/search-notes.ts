import {
  SearchRequest,
  type CollectionSummary,
  type Coverage,
  type PointView,
  type SearchAnswer,
  type SearchHit,
} from '@tributary/contracts';
import type { ToolCall } from '../../tools/tool.js';
import { isDone } from '../search-completeness.js';
import { dressEnhanced, dressFullNote, withoutMarkers } from './dress-note.js';
import { findKnowledgeBase } from './knowledge-bases.js';
import { notAnswering } from './notes-errors.js';
import type { NotesSettings } from './notes-settings.js';
import { readNote } from './read-note.js';
import type { SearchArguments } from './search-arguments.js';

const DEFAULT_RESULTS = 3;
const NEIGHBOURS = 2;
/** A model that is not loaded yet takes its server seconds to load. */
const DEADLINE_MS = 30_000;

/** A chunk that was found, with the note it is from. */
interface NoteResult {
  readonly noteTitle: string;
  readonly noteId: string;
  readonly chunkIndex: number;
  readonly totalChunks: number;
  /** ISO 8601; null where it is not known. */
  readonly modificationDate: string | null;
  readonly collectionName: string;
  /** 1 − cosine distance, not below 0. */
  readonly similarityScore: number;
  readonly content: string;
  /** Says why the content is less than was asked for. */
  readonly notice?: string;
}

export interface NotesAnswer {
  readonly results: readonly NoteResult[];
  readonly message?: string;
}

/** The chunks of one knowledge base that are nearest in meaning, each in the dress the mode asks for, the nearest first.
 *  @throws `COLLECTION.NOT_FOUND`, and why the knowledge base could not be searched, each with its remedy */
export async function searchNotes(
  { query, collectionName: name, contextMode: mode }: SearchArguments,
  settings: NotesSettings,
  call: ToolCall,
): Promise<NotesAnswer> {
  const { operations, context } = call;
  const collection = await findKnowledgeBase(operations, { name, settings }, context);
  const { maxResults: limit = DEFAULT_RESULTS } = settings;
  const request = {
    query,
    collections: [name],
    algorithm: 'semantic',
    limit,
    per_document: limit,
    collapse: false,
    // A reranker that is on by default would choose others than the nearest.
    rerank: false,
    explain: true,
    deadline_ms: DEADLINE_MS,
  };
  const answer = await operations.search(SearchRequest.parse(request), context);
  await requireMeaning(answer, settings, call);
  if (answer.hits.length === 0) return { results: [], message: `No results found in ${name}.` };
  const reader = new NoteReader({ collection, mode }, call);
  const results = await Promise.all((await reader.withPoints(answer.hits)).map(([hit, point]) => reader.toResult(hit, point)));
  return { results: results.toSorted((a, b) => b.similarityScore - a.similarityScore) };
}

/** An answer by something else than meaning is none. */
async function requireMeaning(
  { coverage, hits }: SearchAnswer,
  settings: NotesSettings,
  { operations, context, log }: ToolCall,
): Promise<void> {
  const missed = coverage.find(({ status, lanes }) => !isDone(lanes.semantic ?? { status }));
  if (missed === undefined || (hits.length > 0 && isDone(missed))) return;
  if (missed.code === 'MODEL.UNKNOWN' || isLate(missed)) {
    const { embedders } = await operations.status(context);
    const down = embedders.find(({ status, detail }) => status === 'down' && detail !== undefined);
    if (down?.detail !== undefined) throw notAnswering(down.detail, { code: 'EMBEDDER.UNAVAILABLE', settings });
  }
  const { chromadbPath = '' } = settings;
  log?.('a knowledge base cannot be searched', { code: missed.code ?? missed.status, chromadb_path: chromadbPath });
  throw notAnswering(missed.reason ?? `${missed.collection} was not searched`, { code: missed.code, settings });
}

function isLate({ status, lanes }: Coverage): boolean {
  return status === 'timed_out' || lanes.semantic?.status === 'timed_out';
}

interface NoteWish {
  readonly collection: CollectionSummary;
  readonly mode: SearchArguments['contextMode'];
}

/** Reads what stands around hits. */
class NoteReader {
  readonly #wish: NoteWish;
  readonly #call: ToolCall;

  constructor(wish: NoteWish, call: ToolCall) {
    this.#wish = wish;
    this.#call = call;
  }

  /** The hits with their points; one that is gone meanwhile is left out. */
  async withPoints(hits: readonly SearchHit[]): Promise<readonly (readonly [SearchHit, PointView])[]> {
    const { operations, context } = this.#call;
    const ids = hits.map(({ id }) => id);
    const { points } = await operations.getPoints({ collection: this.#wish.collection.name, ids, limit: ids.length }, context);
    const byId = new Map(points.map((point) => [point.id, point]));
    return hits.flatMap((hit) => {
      const point = byId.get(hit.id);
      return point === undefined ? [] : [[hit, point] as const];
    });
  }

  async toResult(hit: SearchHit, match: PointView): Promise<NoteResult> {
    const { collection, mode } = this.#wish;
    const stored = this.#storedTotal(match);
    const isAlone = mode === 'chunk_only' && stored !== undefined;
    const points = isAlone ? [match] : await this.#read(match, mode === 'enhanced' && stored !== undefined);
    return {
      noteTitle: match.title,
      noteId: match.document,
      chunkIndex: match.chunk_index,
      totalChunks: stored ?? points?.length ?? match.total_chunks,
      modificationDate: match.modified_at ?? null,
      collectionName: collection.name,
      similarityScore: similarityOf(hit),
      ...this.#dress(match, points),
    };
  }

  /** Undefined where nobody stored it, so that it has to be counted. */
  #storedTotal({ total_chunks: ours, metadata }: PointView): number | undefined {
    if (this.#wish.collection.foreign === undefined) return ours;
    const { totalChunks, total_chunks: theirs = totalChunks } = metadata;
    return typeof theirs === 'number' && Number.isInteger(theirs) && theirs > 0 ? theirs : undefined;
  }

  #read(match: PointView, isNear: boolean): Promise<readonly PointView[] | undefined> {
    const { operations, context } = this.#call;
    const { collection } = this.#wish;
    const near = { from: Math.max(0, match.chunk_index - NEIGHBOURS), to: match.chunk_index + NEIGHBOURS };
    const wish = { collection: collection.name, match, isForeign: collection.foreign !== undefined, ...(isNear ? { range: near } : {}) };
    return readNote(operations, wish, context);
  }

  #dress(match: PointView, points: readonly PointView[] | undefined): Pick<NoteResult, 'content' | 'notice'> {
    const { mode } = this.#wish;
    if (mode === 'chunk_only') return { content: withoutMarkers(match.content) };
    const read = points ?? [match];
    const notice = points === undefined ? { notice: 'stale: the note is being rewritten, so the chunk alone is shown; search again.' } : {};
    const place = match.chunk_index;
    if (mode === 'full_note') return { content: dressFullNote({ chunks: read.map(toChunk), match: place }), ...notice };
    const near = read.filter(({ chunk_index: at }) => Math.abs(at - place) <= NEIGHBOURS);
    return { content: dressEnhanced({ chunks: near.map(toChunk), match: place }), ...notice };
  }
}

function toChunk({ chunk_index: index, content: text }: PointView) {
  return { index, text };
}

function similarityOf({ explanation, relevance }: SearchHit): number {
  const cosine = explanation?.lanes['semantic']?.score ?? relevance;
  return Math.min(1, Math.max(0, cosine));
}
