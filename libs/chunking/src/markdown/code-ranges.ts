import type { Span } from '../text/blank.js';
import { Lines } from '../text/lines.js';
import { scanMarkdown } from './scan-markdown.js';

/** Quotes that stand deeper inside each other are read no further. */
const DEEPEST_QUOTE = 8;
const QUOTE_MARK = /^[ \t]*>[ \t]?/;

/** The lines of a Markdown text that are code, in fences or by their indentation, also within lists and quotes: spans of whole lines, in order. */
export function markdownCodeRanges(text: string): readonly Span[] {
  return rangesOf(text, DEEPEST_QUOTE);
}

function rangesOf(text: string, depth: number): readonly Span[] {
  const lines = new Lines(text);
  const outer = scanMarkdown(lines).blocks.filter(({ kind }) => kind === 'code');
  if (depth === 0 || !text.includes('>')) return outer;
  const quoted: Span[] = [];
  for (const { first, end } of quotesOf(lines, outer)) {
    const inner = new Lines(Array.from({ length: end - first }, (_, at) => lines.content(first + at).replace(QUOTE_MARK, '')).join('\n'));
    for (const span of rangesOf(inner.text, depth - 1)) {
      const last = first + inner.lineAt(span.end - 1);
      quoted.push({ start: lines.start(first + inner.lineAt(span.start)), end: lines.start(last + 1) });
    }
  }
  return [...outer, ...quoted].toSorted((a, b) => a.start - b.start);
}

/** Consecutive lines outside of code that begin with a mark of quotes, from the first to the one behind the last. */
function quotesOf(lines: Lines, code: readonly Span[]): readonly { readonly first: number; readonly end: number }[] {
  const quotes: { first: number; end: number }[] = [];
  let next = 0;
  for (let line = 0; line < lines.count; line++) {
    const start = lines.start(line);
    while ((code[next]?.end ?? Infinity) <= start) next++;
    const isCode = (code[next]?.start ?? Infinity) <= start;
    if (isCode || !QUOTE_MARK.test(lines.content(line))) continue;
    const open = quotes.at(-1);
    if (open?.end === line) open.end++;
    else quotes.push({ first: line, end: line + 1 });
  }
  return quotes;
}
