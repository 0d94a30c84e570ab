import { findPayloads } from './find-payloads.js';

/** Where what stands on a line moved to the left: from this column of the shorter text on, by so many characters in all. Both count from 1, in UTF-16
 *  units. */
export interface Moved {
  readonly line: number;
  readonly column: number;
  readonly by: number;
}

/** A text without its long encoded bytes, and what moved by that, in order. */
export interface ShortenedText {
  readonly text: string;
  readonly moved: readonly Moved[];
}

const PLACEHOLDER = '…';
const LINE_ENDS = /\r?\n/g;

/** Puts an ellipsis in the place of each long payload of a data URI and of each file in Base64. The line ends within stay, and so does every line; of what is
 *  folded the last line has one as well, since what follows would look indented. */
export function leaveOutPayloads(text: string): ShortenedText {
  const payloads = findPayloads(text);
  if (payloads.length === 0) return { text, moved: [] };
  const parts: string[] = [];
  const moved: Moved[] = [];
  const place: Place = { line: 1, column: 1, by: 0 };
  let at = 0;
  for (const { start, end } of payloads) {
    const kept = text.slice(at, start);
    const left = text.slice(start, end);
    pass(place, kept);
    leaveOut(place, { left, moved });
    const ends = left.match(LINE_ENDS) ?? [];
    parts.push(kept, PLACEHOLDER, ends.join(''), ends.length > 0 ? PLACEHOLDER : '');
    at = end;
  }
  parts.push(text.slice(at));
  return { text: parts.join(''), moved };
}

interface Place {
  line: number;
  column: number;
  /** By how much the characters of the line have moved so far. */
  by: number;
}

function pass(place: Place, text: string): void {
  let start = 0;
  for (let next = text.indexOf('\n'); next >= 0; next = text.indexOf('\n', start)) {
    beginLine(place);
    start = next + 1;
  }
  place.column += text.length - start;
}

function leaveOut(place: Place, { left, moved }: { readonly left: string; readonly moved: Moved[] }): void {
  const [first = '', ...folded] = left.split('\n');
  place.column += PLACEHOLDER.length;
  place.by += widthOf(first) - PLACEHOLDER.length;
  moved.push({ ...place });
  for (const [at, line] of folded.entries()) {
    beginLine(place);
    const shown = at === folded.length - 1 ? PLACEHOLDER.length : 0;
    place.column += shown;
    place.by = widthOf(line) - shown;
    moved.push({ ...place });
  }
}

function beginLine(place: Place): void {
  place.line++;
  place.column = 1;
  place.by = 0;
}

/** A carriage return before a line feed stays with it. */
function widthOf(line: string): number {
  return line.endsWith('\r') ? line.length - 1 : line.length;
}
