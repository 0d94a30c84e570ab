import { basename } from 'node:path/posix';
import { groupBy } from '../batching/group-by.js';
import type { KnownDocument } from './known-document.js';

/** A file that was met for the first time. */
export interface Arrival {
  readonly collection: string;
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode?: number | undefined;
}

export interface Move {
  /** The document its file was before. */
  readonly from: KnownDocument;
  /** True where the file itself says that it is the same; else only its size suggests it. */
  readonly isCertain: boolean;
}

/** By what an arrival may be a file that is gone, surest first; undefined where the one side does not know it. */
const MARKS: readonly { readonly isCertain: boolean; readonly mark: (file: Omit<Arrival, 'collection'>) => string | undefined }[] = [
  { isCertain: true, mark: ({ inode, mtimeMs }) => (inode === undefined ? undefined : `${inode.toString()} ${mtimeMs.toString()}`) },
  { isCertain: true, mark: ({ mtimeMs }) => mtimeMs.toString() },
  { isCertain: false, mark: ({ path }) => basename(path) },
  { isCertain: false, mark: () => '' },
];

/** Which of the files that are gone each arrival may have been: one of its size. A guess costs nothing, since only passages with the same text take over a
 *  vector. */
export function findMoves<A extends Arrival>(arrivals: readonly A[], gone: readonly KnownDocument[]): ReadonlyMap<A, Move> {
  const free = new Set(gone);
  const moves = new Map<A, Move>();
  for (const { isCertain, mark } of MARKS) {
    const groups = groupBy([...free], (document) => goneMark(document, mark));
    const byMark = new Map([...groups].map(([key, documents]) => [key, [...documents]]));
    for (const arrival of arrivals) {
      if (moves.has(arrival)) continue;
      const from = byMark.get(placeOf(arrival, mark(arrival)))?.pop();
      if (from?.file === undefined || mark(arrival) === undefined) continue;
      free.delete(from);
      moves.set(arrival, { from, isCertain });
    }
  }
  return moves;
}

function goneMark({ collection, file }: KnownDocument, mark: (typeof MARKS)[number]['mark']): string {
  if (file === undefined) return '';
  const { path, size, mtime_ms: mtimeMs, inode } = file;
  return placeOf({ collection, size }, mark({ path, size, mtimeMs, inode }));
}

function placeOf({ collection, size }: Pick<Arrival, 'collection' | 'size'>, mark: string | undefined): string {
  return `${collection} ${size.toString()} ${mark ?? ''}`;
}
