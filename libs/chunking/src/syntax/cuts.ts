import type { TreeCursor } from 'web-tree-sitter';
import type { Span } from '../text/blank.js';
import { lineBoundary } from '../text/boundaries.js';
import type { Boundary } from '../text/split-span.js';
import { lineStart } from './outline.js';
import type { ParsedPart } from './parse-document.js';

const DEEPEST = 100;
/** Parts of a statement that go on with it. */
const CONTINUES =
  /(?:else|elif|elsif|catch|except|rescue|finally|ensure|when|case_body|then|do|begin)(?:_|$)|^(?:block|compound_statement|statement_block)$/;
const OPENING_BRACE = 123;

/** Where a stretch of code that is too long may be cut: before inner blocks and statements, the outermost first, then between lines. */
export function treeBoundary({ tree, syntax }: ParsedPart, span: Span): Boundary {
  let cuts: ReadonlyMap<number, number> | undefined;
  return (text, at) => {
    cuts ??= cutsIn(tree, { text, span, leads: new Set(syntax.leads) });
    const depth = cuts.get(at);
    const line = lineBoundary(text, at);
    if (depth === undefined) return line === undefined ? undefined : line / 4 - 0.25;
    return 0.9 / (1 + depth / 2) + (line ?? -0.3) / 4;
  };
}

interface Searched {
  readonly text: string;
  readonly span: Span;
  readonly leads: ReadonlySet<string>;
}

/** Starts of statements and blocks with how many of them stand around each. */
function cutsIn(tree: ParsedPart['tree'], searched: Searched): Map<number, number> {
  const cuts = new Map<number, number>();
  const cursor = tree.walk();
  try {
    visit(cursor, { ...searched, cuts, depth: 0, level: 0 });
  } finally {
    cursor.delete();
  }
  let least = Infinity;
  for (const depth of cuts.values()) least = Math.min(least, depth);
  for (const [at, depth] of cuts) cuts.set(at, depth - least);
  return cuts;
}

interface Visit extends Searched {
  readonly cuts: Map<number, number>;
  readonly depth: number;
  readonly level: number;
}

function visit(cursor: TreeCursor, { text, span, leads, cuts, depth, level }: Visit): void {
  if (level > DEEPEST || !cursor.gotoFirstChild()) return;
  let isAfterLead = false;
  do {
    const start = cursor.startIndex;
    const end = cursor.endIndex;
    if (start >= span.end) break;
    if (end <= span.start) continue;
    const isCut = cursor.nodeIsNamed && !isAfterLead && isGood(cursor.nodeType, text, start);
    const at = lineStart(text, start);
    const isFirstOnLine = at < start || at === 0 || text.charCodeAt(at - 1) === 10;
    if (isCut && isFirstOnLine && at > span.start && !cuts.has(at)) cuts.set(at, depth);
    isAfterLead = leads.has(cursor.nodeType);
    if (end - start > SHORT)
      visit(cursor, { text, span, leads, cuts, depth: isCut && isFirstOnLine ? depth + 1 : depth, level: level + 1 });
  } while (cursor.gotoNextSibling());
  cursor.gotoParent();
}

/** Nodes this short are not cut, in UTF-16 units. */
const SHORT = 160;

function isGood(type: string, text: string, start: number): boolean {
  return !CONTINUES.test(type) && text.charCodeAt(start) !== OPENING_BRACE;
}
