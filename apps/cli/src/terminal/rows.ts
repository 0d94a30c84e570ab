/** Part of a text that one row of a terminal shows, in UTF-16 units; a blank at which the row ends is in none. */
export interface Row {
  readonly start: number;
  readonly end: number;
}

/** Wide and full-width characters by UAX 11, those of later planes by their blocks. */
const WIDE =
  /^[\u1100-\u115f\u231a\u231b\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
const UNSEEN = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** Neither begins a row. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\u30fc]/u;
const ASCII = /^[ -~]*$/;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Columns that a text takes in a terminal: two for wide characters and emoji, none for marks. */
export function columnsOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += graphemeColumns(segment);
  return columns;
}

/** The first rows of a line, broken at blanks and between wide characters where that leaves no row half empty, else anywhere but within a character. */
export function wrapRows(line: string, { columns, most }: { readonly columns: number; readonly most: number }): readonly Row[] {
  const rows: Row[] = [];
  for (let start = 0; start < line.length && rows.length < most;) {
    const { end, next } = rowEnd(line, start, columns);
    rows.push({ start, end });
    start = next;
  }
  return rows;
}

/** Where a row ends that begins at `start`, and where the next one begins. */
function rowEnd(line: string, start: number, columns: number): { readonly end: number; readonly next: number } {
  let used = 0;
  let possible = { end: start, next: start, used: 0 };
  for (const { segment, index } of graphemes.segment(line.slice(start))) {
    const at = start + index;
    const width = graphemeColumns(segment);
    if (segment === ' ') possible = { end: at, next: at + 1, used };
    else {
      if (WIDE.test(segment) && !CLOSING.test(segment)) possible = { end: at, next: at, used };
      if (used + width > columns && index > 0) return possible.used * 2 >= columns ? possible : { end: at, next: at };
    }
    used += width;
  }
  return { end: line.length, next: line.length };
}

function graphemeColumns(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2;
  let columns = 0;
  for (const char of grapheme) columns += UNSEEN.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return columns;
}
