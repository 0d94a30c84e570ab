import type { TextRange } from '@tributary/contracts';
import { isBlank, type Span } from './blank.js';

const LINE_FEED = 10;

/** Where the lines of a text start. A line ends with its line feed; a carriage return before it belongs to the line. */
export class Lines {
  readonly text: string;
  readonly count: number;
  readonly #starts: Uint32Array;

  constructor(text: string) {
    this.text = text;
    let count = 1;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
    const starts = new Uint32Array(count + 1);
    let line = 1;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts[line++] = at + 1;
    starts[count] = text.length;
    this.#starts = starts;
    this.count = count;
  }

  /** Offset of the first unit of line `line`, counted from 0; the length of the text for a line behind the last. */
  start(line: number): number {
    return this.#starts[line] ?? this.text.length;
  }

  /** Offset behind the last unit of the line that is not part of its line end. */
  end(line: number): number {
    const next = this.start(line + 1);
    if (next === this.start(line) || this.text.charCodeAt(next - 1) !== LINE_FEED) return next;
    return next - 1 > this.start(line) && this.text.charCodeAt(next - 2) === 13 ? next - 2 : next - 1;
  }

  /** The line without its line end. */
  content(line: number): string {
    return this.text.slice(this.start(line), this.end(line));
  }

  isBlank(line: number): boolean {
    const end = this.end(line);
    for (let at = this.start(line); at < end; at++) if (!isBlank(this.text.charCodeAt(at))) return false;
    return true;
  }

  /** The line that holds an offset: binary search. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Lines and columns (UTF-16 units) of a non-empty span, from 1, the end inclusive. */
  range({ start, end }: Span): TextRange {
    return { start: this.#position(start), end: this.#position(end - 1) };
  }

  #position(offset: number): [line: number, column: number] {
    const line = this.lineAt(offset);
    return [line + 1, offset - this.start(line) + 1];
  }
}
