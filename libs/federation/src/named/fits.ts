import type { SourceRecord } from '@tributary/engines-port';
import type { NamedPath } from '@tributary/ranking';

/** Further out than this nobody names a file by the folders around it. */
const SEGMENTS = 16;
/** A file that shares the last name of a path and nothing else is another one. */
const LEAST_SHARED = 2;

/** How a path fits a document. */
export interface Fit {
  /** Of the document, not encoded. */
  readonly key: string;
  /** Infinite where all of the path is said by the document and its source; else how many of its last parts are. */
  readonly fit: number;
}

/** The documents that a path may mean: of a source, or of those that were handed in under ids of their own. */
export function fitsOf({ path, isAll }: NamedPath, source: Pick<SourceRecord, 'name' | 'location'> | undefined): readonly Fit[] {
  const segments = path.split('/').slice(-SEGMENTS);
  // An id that is a mere word is no path, and a word of a sentence that happens to be one is not meant.
  if (source === undefined) return segments.length < LEAST_SHARED ? [] : [{ key: path, fit: Infinity }];
  const whole = { key: `${source.name}/${path}`, fit: Infinity };
  // The end of a sentence is no end of a path.
  if (isAll && /\s/u.test(path)) return [whole];
  const ends = segments.slice(1).map((_, at): Fit => {
    const before = segments.slice(0, at + 1);
    const shared = segments.slice(at + 1);
    return { key: `${source.name}/${shared.join('/')}`, fit: isPlaceOf(before, source) ? Infinity : shared.length };
  });
  return [whole, ...ends.filter(({ fit }) => fit >= LEAST_SHARED)];
}

/** Whether what stands before a file is where its source lies, or the end of that, or what the source is called. */
function isPlaceOf(before: readonly string[], { name, location }: Pick<SourceRecord, 'name' | 'location'>): boolean {
  const written = before.join('/');
  return written === name || `/${location.replace(/\\/gu, '/')}`.endsWith(`/${written}`);
}
