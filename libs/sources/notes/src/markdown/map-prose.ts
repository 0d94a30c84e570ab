import { markdownCodeRanges } from '@tributary/chunking';

/** What stands in code on one line, with its backticks; the first group is a run of them. */
export const CODE_SPAN = String.raw`(?<!\x60)(\x60+)(?!\x60).{0,1000}?[^\x60]\1(?!\x60)`;

/** Bounded: behind the characters of a line stands its end, so that no try fails. */
const LINES = /([^\r\n]*)(\r\n|\n|\r|$)/g;

/** Maps the lines of a Markdown text that are no code, without their ends; there are as many lines afterwards. */
export function mapProse(text: string, map: (line: string) => string): string {
  const code = markdownCodeRanges(text);
  let next = 0;
  let mapped = '';
  for (const { index, 0: line, 1: content = '', 2: end = '' } of text.matchAll(LINES)) {
    while ((code[next]?.end ?? Infinity) <= index) next++;
    const isCode = (code[next]?.start ?? Infinity) <= index;
    mapped += isCode ? line : map(content) + end;
  }
  return mapped;
}
