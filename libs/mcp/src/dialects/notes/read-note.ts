import { momentOfPassage, type CallContext, type Filter, type PointOperations, type PointView } from '@tributary/contracts';
import { setTimeout as pause } from 'node:timers/promises';

const PAGE = 1000;
const ATTEMPTS = 4;
const PAUSE_MS = 15;

/** Chunks of a note that are wanted. */
export interface NoteWish {
  readonly collection: string;
  /** The found chunk: of which note it is, and where it stands in it. */
  readonly match: PointView;
  /** First and last index; left out: all. */
  readonly range?: { readonly from: number; readonly to: number } | undefined;
  /** True where another program made the collection: its notes have no versions. */
  readonly isForeign: boolean;
}

type PointReader = Pick<PointOperations, 'getPoints'>;

/** Chunks of a note in order, one for each index, all of one version; undefined while the note is being rewritten and that does not end. */
export async function readNote(operations: PointReader, wish: NoteWish, context: CallContext): Promise<readonly PointView[] | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const points = inOrder(await readAll(operations, wish, context), wish.match);
    if (wish.isForeign ? has(points, wish.match) : isOneVersion(points, wish)) return points;
    if (attempt < ATTEMPTS) await pause(PAUSE_MS, undefined, { signal: context.signal });
  }
  return undefined;
}

async function readAll(
  operations: PointReader,
  { collection, match, range }: NoteWish,
  context: CallContext,
): Promise<readonly PointView[]> {
  const filter: Filter = {
    must: [
      { key: 'doc_id', match: { value: match.document } },
      ...(range ? [{ key: 'chunk_index', range: { gte: range.from, lte: range.to } }] : []),
    ],
  };
  const found: PointView[] = [];
  let next: string | undefined;
  do {
    const page = await operations.getPoints({ collection, filter, limit: PAGE, ...(next === undefined ? {} : { next }) }, context);
    found.push(...page.points);
    ({ next } = page);
  } while (next !== undefined);
  return found;
}

/** One point for each index: where a maker numbered no chunks all have the same, and only the match is known to stand there. */
function inOrder(points: readonly PointView[], match: PointView): readonly PointView[] {
  const byIndex = new Map<number, PointView>();
  for (const point of points) {
    if (!byIndex.has(point.chunk_index) || point.id === match.id) byIndex.set(point.chunk_index, point);
  }
  return [...byIndex.values()].toSorted((a, b) => a.chunk_index - b.chunk_index);
}

function has(points: readonly PointView[], { id }: PointView): boolean {
  return points.some((point) => point.id === id);
}

/** Whether everything that was asked for is there, and of one writing: all of one length, and of one date but for those that have one of their own. */
function isOneVersion(points: readonly PointView[], { match, range }: NoteWish): boolean {
  const [first] = points;
  if (first === undefined || !points.some(({ chunk_index }) => chunk_index === match.chunk_index)) return false;
  const from = range?.from ?? 0;
  const to = Math.min(range?.to ?? Number.POSITIVE_INFINITY, first.total_chunks - 1);
  const dates = new Set(points.filter((point) => momentOfPassage(point) === undefined).map(({ modified_at }) => modified_at));
  return (
    points.length === to - from + 1 &&
    dates.size <= 1 &&
    points.every(({ total_chunks, chunk_index }, at) => total_chunks === first.total_chunks && chunk_index === from + at)
  );
}
