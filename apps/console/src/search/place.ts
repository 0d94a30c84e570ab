import type { SearchHit } from '@tributary/contracts';

/** Where a passage stands, as editors understand it: `src/a.ts:10-24`. */
export function placeOf({ path, range, title }: Pick<SearchHit, 'path' | 'range' | 'title'>): string {
  const file = path ?? title;
  if (range === undefined) return file;
  const [first, last] = [range.start[0], range.end[0]];
  return `${file}:${first.toString()}${last === first ? '' : `-${last.toString()}`}`;
}

/** Address of the document that a passage is part of. */
export function documentOf(uri: string): string {
  return uri.replace(/#\d+$/, '');
}
