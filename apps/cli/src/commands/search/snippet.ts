import { highlight } from '@tributary/kernel';
import { counted } from '@tributary/mcp/text';
import { columnsOf, wrapRows, type Row } from '../../terminal/rows.js';

/** Rows of a passage that are shown; fetch gives the rest. */
const ROWS = 6;
/** Of a longer passage no more is looked at for the words of the query, in UTF-16 units. */
const LOOKED_AT = 50_000;

interface Shape {
  readonly query: string;
  /** Columns of a row. */
  readonly width: number;
}

/** Part of a line, in UTF-16 units from its beginning. */
interface Piece extends Row {
  /** Among the lines of the passage, from 0. */
  readonly line: number;
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Some rows of a passage, from its beginning if they hold the sentence that says most of the query, else from that sentence on; then how much follows. */
export function snippet(content: string, { query, width }: Shape): readonly string[] {
  const lines = content
    .split(/\r\n|[\n\r]/)
    .map((line) => line.replaceAll('\t', '  ').trimEnd())
    .filter((line) => line !== '');
  const first = rowsFrom(lines, { line: 0, start: 0 }, width);
  if (restOf(lines, first) === undefined) return printed(lines, first, width);
  const pieces = piecesUpToBest(lines, { query, width });
  const best = pieces.at(-1);
  const isSeen = best === undefined || first.some(({ line, end }) => line === best.line && end >= best.end);
  return printed(lines, isSeen ? first : lastRows(lines, pieces, width), width);
}

/** The rows from the last of these pieces on, and from earlier ones as far as there is room up to the end of the passage. */
function lastRows(lines: readonly string[], pieces: readonly Piece[], width: number): readonly Piece[] {
  let rows: readonly Piece[] = [];
  for (const piece of pieces.toReversed()) {
    const more = rowsFrom(lines, piece, width);
    if (rows.length > 0 && restOf(lines, more) !== undefined) return rows;
    rows = more;
    if (restOf(lines, rows) !== undefined) return rows;
  }
  return rows;
}

/** At most `ROWS` of them from a place on. */
function rowsFrom(lines: readonly string[], { line: from, start: at }: Omit<Piece, 'end'>, width: number): readonly Piece[] {
  const rows: Piece[] = [];
  for (let line = from; line < lines.length && rows.length < ROWS; line++) {
    const text = lines[line] ?? '';
    const start = line === from && at > 0 ? at : indentOf(text);
    const wrapped = wrapRows(text.slice(start), { columns: columnsFor(text, width), most: ROWS - rows.length });
    rows.push(...wrapped.map((row) => ({ line, start: start + row.start, end: start + row.end })));
  }
  return rows;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** A line goes on below its own indentation. */
function shownIndent(line: string, width: number): number {
  return Math.min(indentOf(line), Math.floor(width / 2));
}

/** Columns beside the indentation and the mark of what is left out. */
function columnsFor(line: string, width: number): number {
  return Math.max(1, width - shownIndent(line, width) - 1);
}

/** What stands behind the last row. */
function restOf(lines: readonly string[], rows: readonly Piece[]): { readonly characters: number; readonly lines: number } | undefined {
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const rest = { characters: (lines[last.line] ?? '').slice(last.end).trim().length, lines: lines.length - 1 - last.line };
  return rest.characters + rest.lines === 0 ? undefined : rest;
}

function printed(lines: readonly string[], rows: readonly Piece[], width: number): readonly string[] {
  const rest = restOf(lines, rows);
  const shown = rows.map(({ line, start, end }, i) => {
    const text = lines[line] ?? '';
    const isLate = i === 0 && (line > 0 || start > indentOf(text));
    const isCut = i === rows.length - 1 && rest !== undefined && rest.characters > 0;
    return `${' '.repeat(shownIndent(text, width))}${isLate ? '…' : ''}${text.slice(start, end).trimEnd()}${isCut ? '…' : ''}`;
  });
  if (rest === undefined) return shown;
  return [...shown, `… ${rest.lines > 0 ? counted(rest.lines, 'more line') : counted(rest.characters, 'more character')}`];
}

/** The sentences, lines or rows up to the one that says most of the query; a word counts the less, the more often it stands in the passage. */
function piecesUpToBest(lines: readonly string[], { query, width }: Shape): readonly Piece[] {
  const matches = matchesIn(lines.join('\n').slice(0, LOOKED_AT), query);
  const counts = new Map<string, number>();
  for (const { word } of matches) counts.set(word, (counts.get(word) ?? 0) + 1);
  const pieces: Piece[] = [];
  let [most, best, offset, passed] = [0, 0, 0, 0];
  for (let line = 0; line < lines.length && passed < matches.length; line++) {
    const text = lines[line] ?? '';
    for (const { start, end } of piecesOf(text, columnsFor(text, width))) {
      const words = new Set<string>();
      for (; (matches[passed]?.at ?? Infinity) < offset + end; passed++) words.add(matches[passed]?.word ?? '');
      const score = [...words].reduce((sum, word) => sum + 1 / (counts.get(word) ?? 1), 0);
      pieces.push({ line, start, end });
      if (score > most) [most, best] = [score, pieces.length];
    }
    offset += text.length + 1;
  }
  return pieces.slice(0, best);
}

/** The words of the query in a text, in lower case, with where each begins. */
function matchesIn(text: string, query: string): readonly { readonly word: string; readonly at: number }[] {
  let at = 0;
  return highlight(text, query).flatMap(({ text: piece, isMatch }) => {
    at += piece.length;
    return isMatch ? [{ word: piece.toLowerCase(), at: at - piece.length }] : [];
  });
}

/** The sentences of a line that is longer than a row, and the rows of those that are longer than what is shown. */
function piecesOf(line: string, columns: number): readonly Row[] {
  if (columnsOf(line) <= columns) return [{ start: 0, end: line.length }];
  return [...sentences.segment(line)].flatMap(({ segment, index }) => {
    const end = index + segment.trimEnd().length;
    if (columnsOf(segment) <= columns * (ROWS - 1)) return [{ start: index, end }];
    return wrapRows(segment, { columns, most: Infinity }).map((row) => ({ start: index + row.start, end: index + row.end }));
  });
}
