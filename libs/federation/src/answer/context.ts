import type { SearchRequest } from '@tributary/contracts';
import { isWholeVersion, type StoredPoint } from '@tributary/engines-port';
import { isAbort, within } from '@tributary/kernel';
import { NEIGHBOURS, cleanText, escapeMarkers, joinChunks, markMatch, type PlacedChunk, type TextSpan } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { failureOf } from '../nominate/failure.js';
import { placeOf } from './chunk-place.js';
import type { PageRequest } from './page-request.js';
import { readConsistently, type ChunkWish } from './read-consistently.js';
import type { ReadHit } from './read-hits.js';

/** The text shown for a hit. */
export interface HitContext {
  readonly content: string;
  /** Where in it the passage itself begins and ends, where it is not all of it. */
  readonly match?: TextSpan;
  /** Why the passage stands alone, where its surroundings could not be read. */
  readonly reducedBy?: string;
}

/** The text of a hit in the dress the request asks for; the passage alone when its surroundings cannot be read. */
export async function contextOf({ hit, point }: ReadHit, page: PageRequest): Promise<HitContext> {
  const alone = { content: shown(point).content };
  const { collection } = hit;
  if (page.context === 'chunk_only' || collection === undefined) return alone;
  // Without numbers nothing is known to stand before or after a passage.
  if (collection.isForeign && collection.record.card.fields?.chunk_index === undefined) return alone;
  const wish = wishFor(page.context, collection, point);
  try {
    const points = await within(page, (signal) => readConsistently({ ...wish, collection, docId: point.payload.doc_id, signal }));
    if (points === undefined) return { ...alone, reducedBy: 'the document is being replaced (stale)' };
    return dress(page.context, points, point);
  } catch (error) {
    return { ...alone, reducedBy: isAbort(error) ? 'the time was over' : failureOf(error).reason.replace(/\.$/, '') };
  }
}

function wishFor(
  context: 'enhanced' | 'full_note',
  { isForeign }: ScopedCollection,
  point: StoredPoint,
): Pick<ChunkWish, 'chunks' | 'isConsistent'> {
  const wish = context === 'enhanced' ? surroundings(point) : wholeDocument();
  return isForeign ? { ...wish, isConsistent: (points) => points.some(({ id }) => id === point.id) } : wish;
}

function surroundings({ payload }: StoredPoint): Pick<ChunkWish, 'chunks' | 'isConsistent'> {
  const from = Math.max(0, payload.chunk_index - NEIGHBOURS);
  const to = payload.chunk_index + NEIGHBOURS;
  return {
    chunks: { from, to },
    isConsistent: (points) => {
      const places = points.map(placeOf);
      const [first] = places;
      if (!first || payload.chunk_index >= first.totalChunks) return false;
      const last = Math.min(to, first.totalChunks - 1);
      return (
        places.length === last - from + 1 &&
        places.every(({ docVersion, chunkIndex }, at) => docVersion === first.docVersion && chunkIndex === from + at)
      );
    },
  };
}

function wholeDocument(): Pick<ChunkWish, 'isConsistent'> {
  return { isConsistent: (points) => isWholeVersion(points.map(placeOf)) };
}

function dress(context: SearchRequest['context'], points: readonly StoredPoint[], point: StoredPoint): HitContext {
  const at = placeAmong(points, point);
  const match = shown(points[at] ?? point);
  if (context === 'full_note') return { content: joinChunks(points.map(shown)), match: spanOf(match, points.slice(0, at + 1).map(shown)) };
  if (at < 0) return { content: match.content };
  return markMatch({ before: points.slice(0, at).map(shown), match, after: points.slice(at + 1).map(shown) });
}

/** Numbers of other programs may begin anew within a document; a passage of ours that was replaced meanwhile is the one of its number. −1 where there is none. */
function placeAmong(points: readonly StoredPoint[], { id, payload }: StoredPoint): number {
  const at = points.findIndex((point) => point.id === id);
  return at >= 0 ? at : points.findIndex((point) => point.payload.chunk_index === payload.chunk_index);
}

/** Where the last of a document's first passages stands in the text of the document. */
function spanOf({ content }: PlacedChunk, upToIt: readonly PlacedChunk[]): TextSpan {
  const to = joinChunks(upToIt).length;
  return { from: Math.max(0, to - content.length), to };
}

function shown({ payload }: Pick<StoredPoint, 'payload'>): PlacedChunk {
  return { content: escapeMarkers(cleanText(payload.content)), range: payload.range };
}
