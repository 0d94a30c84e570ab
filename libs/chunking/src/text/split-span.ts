import { isBlank, type Span } from './blank.js';
import { markBoundary } from './mark-boundary.js';

/** How good it is to cut before an offset: a share of the wanted length by which a cut may lie further away, or undefined for no boundary. */
export type Boundary = (text: string, at: number) => number | undefined;

/** Lengths in UTF-16 units. */
export interface Sizes {
  /** What a chunk should have. */
  readonly target: number;
  /** What no chunk exceeds. */
  readonly limit: number;
}

/** A span of up to this many targets stays whole: two halves would be poorer than one long chunk. */
const STAYS_WHOLE = 1.4;
const NEAREST_CUT = 0.5;
const FURTHEST_CUT = 1.6;

/** Cuts a span into parts of about equal length near the target, each at the best boundary around its end. Where there is no boundary, at white
 *  space; where there is none, as in data on one line, at a mark; else anywhere but inside a character. Linear in the length of the span.
 *  @returns the parts in order; together they are the span */
export function splitSpan(text: string, span: Span, { sizes, boundary }: { readonly sizes: Sizes; readonly boundary: Boundary }): Span[] {
  const parts: Span[] = [];
  let start = span.start;
  while (span.end - start > Math.min(sizes.target * STAYS_WHOLE, sizes.limit)) {
    const left = span.end - start;
    const aim = left / Math.max(2, Math.round(left / sizes.target));
    const window = {
      start: start + Math.ceil(aim * NEAREST_CUT),
      end: start + Math.floor(Math.min(aim * FURTHEST_CUT, sizes.limit, left - 1)),
    };
    const search = { window, aim: start + aim, unit: aim };
    const cut =
      bestCut(text, { ...search, boundary }) ??
      bestCut(text, { ...search, boundary: atSpace }) ??
      bestCut(text, { ...search, boundary: markBoundary });
    const end = cut ?? insideNoCharacter(text, start + Math.floor(aim));
    parts.push({ start, end });
    start = end;
  }
  parts.push({ start, end: span.end });
  return parts;
}

interface Search {
  readonly window: Span;
  readonly aim: number;
  readonly unit: number;
  readonly boundary: Boundary;
}

function bestCut(text: string, { window, aim, unit, boundary }: Search): number | undefined {
  let best: number | undefined;
  let bestScore = -Infinity;
  for (let at = window.start; at <= window.end; at++) {
    const worth = boundary(text, at);
    if (worth === undefined) continue;
    const score = worth - Math.abs(at - aim) / unit;
    if (score > bestScore) {
      best = at;
      bestScore = score;
    }
  }
  return best;
}

function atSpace(text: string, at: number): number | undefined {
  return isBlank(text.charCodeAt(at - 1)) && !isBlank(text.charCodeAt(at)) ? 0 : undefined;
}

function insideNoCharacter(text: string, at: number): number {
  const isPair = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  return isPair ? at - 1 : at;
}
