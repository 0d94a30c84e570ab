import { readsAsMapping } from '@tributary/kernel';
import type { Lines } from '../text/lines.js';

/** The head of a document between `---` (YAML) or `+++` (TOML) lines. */
export interface FrontMatter {
  /** The first line after it, counted from 0. */
  readonly nextLine: number;
  readonly title?: string;
}

/** A head this long is a document that happens to begin with a rule. */
const MAX_LINES = 400;
const CLOSERS: Readonly<Record<string, string>> = { '[': ']', '{': '}', '"': '"' };

/** Reads a head that starts on the very first line; undefined when there is none, or when what stands between two rules is no YAML mapping. */
export function readFrontMatter(lines: Lines): FrontMatter | undefined {
  const fence = lines
    .content(0)
    .replace(/^\ufeff/, '')
    .trimEnd();
  if (fence !== '---' && fence !== '+++') return undefined;
  for (let line = 1; line < Math.min(lines.count, MAX_LINES); line++) {
    const content = lines.content(line).trimEnd();
    if (content !== fence && !(fence === '---' && content === '...')) continue;
    if (fence === '---' && !readsAsMapping(Array.from({ length: line - 1 }, (_, at) => lines.content(at + 1)))) return undefined;
    const title = findTitle(lines, line);
    return title === undefined ? { nextLine: line + 1 } : { nextLine: line + 1, title };
  }
  return undefined;
}

function findTitle(lines: Lines, end: number): string | undefined {
  for (let line = 1; line < end; line++) {
    const value = /^title\s*[:=](.*)$/i.exec(lines.content(line).slice(0, 2000))?.[1]?.trim();
    if (value === undefined) continue;
    if (/^[>|][+-]?$/.test(value)) return foldedText(lines, line + 1, end) || undefined;
    // A text in quotes may go on below.
    const whole = value.startsWith('"') && isUnclosed(value) ? `${value} ${foldedText(lines, line + 1, end)}` : value;
    return isUnclosed(whole) ? undefined : unquote(whole) || undefined;
  }
  return undefined;
}

/** Whether it begins a list, a mapping or a text in quotes that does not end: then it is damaged, or no title. */
function isUnclosed(value: string): boolean {
  const closer = CLOSERS[value.charAt(0)];
  return closer !== undefined && !value.includes(closer, 1);
}

/** The indented lines of a YAML block text, joined. */
function foldedText(lines: Lines, first: number, end: number): string {
  const parts: string[] = [];
  for (let line = first; line < end && /^\s/.test(lines.content(line)); line++) parts.push(lines.content(line).trim());
  return parts.join(' ').trim();
}

function unquote(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(value);
  if (!quoted) return value.replace(/(?<!\s)\s+#.*/, '').trim();
  return (quoted[1]?.replace(/\\(.)/g, '$1') ?? quoted[2]?.replaceAll("''", "'") ?? '').trim();
}
