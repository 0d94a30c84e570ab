import { namedPaths } from '@tributary/ranking';

/** The last name of a path alone is that of many files. */
const LEAST_PARTS = 2;

/** Paths of a query by which a file below a folder that it does not name may be meant: `lib/response.js` for `express/lib/response.js`. */
export function endsOfPaths(query: string): readonly string[] {
  return namedPaths(query).flatMap(({ path }) => (path.split('/').length >= LEAST_PARTS ? [path] : []));
}

/** Whether a path ends in one of these, part by part. */
export function endsWithPath(path: string, ends: readonly string[]): boolean {
  const written = `/${path.replace(/\\/gu, '/')}`;
  return ends.some((end) => written.endsWith(`/${end}`));
}
