import { frameFiles } from './trace/frame-files.js';
import { readTrace } from './trace/read-trace.js';

/** A file that a query may call by its path, or by how its path ends. */
export interface NamedPath {
  /** With `/` between its parts; neither `./` nor a drive before it, and no line behind it. */
  readonly path: string;
  /** From 1. */
  readonly line?: number;
  /** True where the query is this path and nothing else. */
  readonly isAll: boolean;
  /** Whether it is named by a frame of a stack trace: of own code, or of packages and libraries; left out of other paths. */
  readonly frame?: 'own' | 'other';
}

const MOST = 8;
const LONGEST = 500;
const LINE = /^(.*?)(?::(\d{1,7})(?:[:-]\d{1,7})?|#L(\d{1,7})(?:-L?\d{1,7})?|\((\d{1,7})(?:,\s?\d{1,7})?\))$/u;
const OPENING = /^["'`([{<«„“‘]+/u;
/** Bounded: a query of more than 4,000 characters is not looked at. */
const CLOSING = /["'`)\]}>»“”’,;!?]+$/u;
const SENTENCE_END = /(?<![.:])[.:]+$/u;
const ADDRESS = /^[a-z][a-z0-9+.-]+:\/\//iu;
const BESIDE = /^(?:[a-z]:)?(?:\.{0,2}\/)+/iu;
const ENDING = /[^/\s]\.[a-z][a-z0-9_]{0,9}$/iu;
const HIDDEN = /^\.[a-z][\w.-]*$/iu;

/** The files that a query may mean by their paths, as stack traces, compilers and people write them: `src/retry.ts:12:5`, `.\src\retry.ts(12,5)`, `C:\work\retry.ts`,
 *  `retry.ts`, and by itself `Makefile`, too. At most eight, in the order of the query; of a stack trace those of the frames nearest to the error, own code first. Whether there are such files is not known. */
export function namedPaths(query: string): readonly NamedPath[] {
  const trace = readTrace(query);
  if (trace === undefined) return pathsIn(query.trim());
  const ofFrames = frameFiles(trace.frames).flatMap(({ path, line, isOwn }) => {
    const named = pathOf(line === undefined ? path : `${path}:${line.toString()}`);
    return named === undefined ? [] : [{ ...named, isAll: false, frame: isOwn ? ('own' as const) : ('other' as const) }];
  });
  const said = pathsIn(trace.text).filter(({ path }) => !ofFrames.some((frame) => frame.path === path));
  return [...said.map((one) => ({ ...one, isAll: false })), ...ofFrames].slice(-MOST);
}

function pathsIn(whole: string): readonly NamedPath[] {
  if (whole.length > LONGEST * MOST) return [];
  const words = whole.split(/\s+/u);
  const all = pathOf(whole);
  // By itself a word may be the name of a file without an ending. File names with blanks end as others do.
  const asOne = all !== undefined && (words.length === 1 || ENDING.test(all.path)) ? [{ ...all, isAll: true }] : [];
  if (words.length === 1) return asOne;
  const among = words.flatMap((word) => pathOf(word) ?? []).filter(({ path }) => isPath(path));
  const distinct = [...new Map(among.map((one) => [one.path, { ...one, isAll: false }])).values()];
  return [...asOne, ...distinct].slice(0, MOST);
}

function isPath(path: string): boolean {
  return path.includes('/') || ENDING.test(path) || HIDDEN.test(path);
}

function pathOf(written: string): Omit<NamedPath, 'isAll'> | undefined {
  const word = bare(written);
  if (ADDRESS.test(word)) return undefined;
  const [, before, ...lines] = LINE.exec(word) ?? [];
  const path = (before ?? word)
    .replace(/\\/gu, '/')
    .replace(BESIDE, '')
    .replace(/(?<!\/)\/+$/u, '');
  if (path === '' || path.length > LONGEST) return undefined;
  const line = Number(lines.join(''));
  return line > 0 ? { path, line } : { path };
}

function bare(word: string): string {
  const inner = word.replace(OPENING, '').replace(CLOSING, '');
  // The parenthesis of a line of `tsc` belongs to it.
  const closed = /\(\d+(?:,\s?\d+)?$/u.test(inner) ? `${inner})` : inner;
  return closed.replace(SENTENCE_END, '');
}
