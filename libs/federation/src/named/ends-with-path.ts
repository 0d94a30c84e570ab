import { namedPaths, type NamedPath } from '@tributary/ranking';

/** The last name of a path alone is that of many files. */
const LEAST_PARTS = 2;
/** Two words with a stroke between them are a choice, or two sides of something: `client/server`, `read/write`. */
const LEAST_WITHOUT_ENDING = 3;
const ENDING = /\.[a-z]\w{0,23}$/iu;

/** Paths of a query by which a file below a folder that it does not name may be meant: `lib/response.js` for `express/lib/response.js`. */
export function endsOfPaths(query: string): readonly NamedPath[] {
  return namedPaths(query).filter(({ path }) => path.split('/').length >= (ENDING.test(path) ? LEAST_PARTS : LEAST_WITHOUT_ENDING));
}

/** Whether a path ends in this one, part by part. */
export function endsWithPath(path: string, end: Pick<NamedPath, 'path'>): boolean {
  return inParts(path).endsWith(inParts(end.path));
}

/** Whether a file of this path lies in the folder of that one, or below it. */
export function isBelow(path: string, folder: Pick<NamedPath, 'path'>): boolean {
  return inParts(path).includes(`${inParts(folder.path)}/`);
}

function inParts(path: string): string {
  return `/${path.replace(/\\/gu, '/')}`;
}
