import type { TextRange } from '@tributary/contracts';
import type { JoinedChunks, PlacedChunk } from '@tributary/ranking';
import { endOfLine } from './line-feeds.js';

type Place = TextRange['start'];

/** Where a line of a text that is shown goes on farther to the right in its file: encoded bytes that stand there are not shown. */
export interface ColumnLeap {
  /** In the text that is shown, of the first character behind it. */
  readonly offset: number;
  /** How much farther the rest of the line is, in all. */
  readonly by: number;
}

/** What stands for encoded bytes. */
const PLACEHOLDER = '…';
/** Behind the head of a data URI; other ellipses may be of the author. */
const BEHIND_HEAD = `,${PLACEHOLDER}`;

/** The leaps in a text that was joined of chunks, told by their ranges, which are those of the file. Columns only grow by them along a line, so that each
 *  place is one column and each column one place, also where ranges overlap or contradict one another. */
export function columnLeaps(chunks: readonly PlacedChunk[], { text, begins }: JoinedChunks): readonly ColumnLeap[] {
  const first = chunks[0]?.range;
  if (first === undefined) return [];
  const reader = new LeapReader(text, first.start);
  for (const [at, { content, range }] of chunks.entries()) {
    const begin = begins[at];
    if (range === undefined || begin === undefined) continue;
    reader.see(begin, range.start);
    const behind = behindPlaceholder(content);
    if (behind !== undefined) reader.see(begin + behind, [range.end[0], range.end[1] + 1 - (content.length - behind)]);
  }
  return reader.leaps;
}

/** Where it ends on the last line, the one of which the file's last column is known. */
function behindPlaceholder(content: string): number | undefined {
  const lastLine = content.slice(content.lastIndexOf('\n') + 1);
  const head = lastLine.lastIndexOf(BEHIND_HEAD);
  const at = head < 0 ? lastLine.lastIndexOf(PLACEHOLDER) : head + 1;
  return at < 0 ? undefined : content.length - lastLine.length + at + PLACEHOLDER.length;
}

/** Goes through a text once and compares where it is with the places it is told. */
class LeapReader {
  readonly leaps: ColumnLeap[] = [];
  readonly #text: string;
  #by = 0;
  #line: number;
  /** Offset of the first character of the line, and its column. */
  #begins = 0;
  #first: number;
  /** Offset of its line feed, or of the end of the text. Kept, since a line may have as many places as a document. */
  #ends: number;

  constructor(text: string, [line, column]: Place) {
    this.#text = text;
    this.#line = line;
    this.#first = column;
    this.#ends = endOfLine(text, 0);
  }

  /** Offsets do not go back. */
  see(offset: number, [line, column]: Place): void {
    while (this.#ends < offset) this.#nextLine();
    const by = column - (this.#first + offset - this.#begins);
    if (line !== this.#line || by <= this.#by) return;
    this.#by = by;
    this.leaps.push({ offset, by });
  }

  #nextLine(): void {
    this.#line++;
    this.#begins = this.#ends + 1;
    this.#first = 1;
    this.#by = 0;
    this.#ends = endOfLine(this.#text, this.#begins);
  }
}
