import type { CollectionSummary, PointView, SearchHit } from '@tributary/contracts';
import type { ToolCall } from '../../tools/tool.js';
import { dressEnhanced, dressFullNote, withoutMarkers } from './dress-note.js';
import { readNote } from './read-note.js';
import type { SearchArguments } from './search-arguments.js';

const NEIGHBOURS = 2;

/** A chunk that was found, with the note it is from. */
export interface NoteResult {
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

interface NoteWish {
  readonly collection: CollectionSummary;
  readonly mode: SearchArguments['contextMode'];
}

/** Reads what stands around hits. */
export class NoteReader {
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
