import type { CollectionChoice, Explanation, SearchAnswer, SearchHit, SearchRequest } from '@tributary/contracts';
import { passageText } from '@tributary/kernel';
import { coverageLine, oneLine, visibleText } from '@tributary/mcp/text';
import { inOwnWords } from '../../program/own-words.js';
import type { Terminal } from '../../terminal/terminal.js';
import { snippet } from './snippet.js';

const INDENT = '   ';
const SHOWN_LEFT_OUT = 5;

/** What was asked for. Of passages without their surroundings some rows are shown. */
type Asked = Pick<SearchRequest, 'query'> & Partial<Pick<SearchRequest, 'context'>>;

/** Hits with rank, relevance, title, place and passage; then what was searched. */
export function printHits(
  terminal: Terminal,
  { hits, coverage, notes, selection, cursor, took_ms: ms }: SearchAnswer,
  { query, context = 'chunk_only' }: Asked,
): void {
  if (hits.length === 0) terminal.print('No hits.');
  for (const [index, hit] of hits.entries()) printHit(terminal, hit, { rank: index + 1, query, isWhole: context !== 'chunk_only' });
  terminal.print(terminal.style('dim', `${coverageLine(coverage)} · ${Math.round(ms).toString()} ms`));
  for (const line of selectionLines(selection)) terminal.print(terminal.style('dim', line));
  for (const note of notes) terminal.print(terminal.style('yellow', `Note: ${oneLine(inOwnWords(visibleText(note)), 500)}`));
  if (cursor !== undefined) terminal.print(terminal.style('dim', `More: the same command with --cursor ${cursor}`));
}

/** With `--explain`: what "auto" asked and why, and the best of what it left out. */
function selectionLines(selection: SearchAnswer['selection']): readonly string[] {
  if (selection === undefined) return [];
  const said = ({ collection, because, score }: CollectionChoice) =>
    `${collection}${score === undefined ? '' : ` ${score.toFixed(2)}`}${because === 'best' || because === 'less_likely' ? '' : ` (${because.replace('_', ' ')})`}`;
  const leftOut = selection.left_out.slice(0, SHOWN_LEFT_OUT).map(said);
  return [
    `asked: ${selection.asked.map(said).join(', ')}`,
    ...(leftOut.length === 0 ? [] : [`left out ${selection.left_out.length.toString()}, the best of them: ${leftOut.join(', ')}`]),
  ];
}

interface ShownHit {
  readonly rank: number;
  readonly query: string;
  /** Whether all of its content is shown. */
  readonly isWhole: boolean;
}

function printHit(terminal: Terminal, hit: SearchHit, { rank, query, isWhole }: ShownHit): void {
  const relevance = terminal.style(hit.relevance >= 0.5 ? 'green' : 'dim', hit.relevance.toFixed(2));
  const title = oneLine(visibleText(hit.title)) || '(no title)';
  const place = placeOf(hit);
  // Many files have no title but their path, which is said once.
  const isNamedByPath = hit.title === hit.path;
  const name = `${isNamedByPath ? (place ?? title) : title}${belowTitle(hit)}`;
  terminal.print(`${rank.toString().padStart(2)} ${relevance} ${terminal.style('bold', name)}`);
  const more = hit.more === undefined ? [] : [`${hit.more.toString()} more in this document`];
  const dim = [hit.collection, ...more, hit.uri].join(' · ');
  if (place !== undefined && !isNamedByPath) terminal.print(`${INDENT}${terminal.style('cyan', place)}`);
  terminal.print(`${INDENT}${terminal.style('dim', dim)}`);
  if (hit.also_in !== undefined) terminal.print(`${INDENT}${terminal.style('dim', `also in ${hit.also_in.join(', ')}`)}`);
  if (hit.explanation !== undefined) for (const line of explain(hit.explanation)) terminal.print(`${INDENT}${terminal.style('dim', line)}`);
  const lines = isWhole ? wholeOf(hit.content) : snippet(visibleText(passageText(hit)), { query, width: terminal.width - INDENT.length });
  for (const line of lines) terminal.print(`${INDENT}${line}`.trimEnd());
  terminal.print();
}

/** The part of the title path behind the title: ` › class A › method b`. */
function belowTitle({ title, heading }: SearchHit): string {
  return heading?.startsWith(title) === true ? ` ${oneLine(visibleText(heading.slice(title.length)))}` : '';
}

function placeOf({ path, range }: SearchHit): string | undefined {
  if (path === undefined) return undefined;
  const lines = range === undefined ? '' : `:${range.start[0].toString()}-${range.end[0].toString()}`;
  return `${oneLine(visibleText(path), 400)}${lines}`;
}

/** Every line, however long: the words that were looked for may stand in any. */
function wholeOf(content: string): readonly string[] {
  return visibleText(content)
    .trim()
    .split('\n')
    .map((line) => line.replaceAll('\t', '  ').trimEnd());
}

function explain({ lanes, judge, steps }: Explanation): readonly string[] {
  return [
    `lanes: ${Object.entries(lanes)
      .map(([lane, { rank, score }]) => `${lane} rank ${rank.toString()} (${score.toPrecision(3)})`)
      .join(', ')}`,
    `judge: ${Object.entries(judge)
      .map(([signal, value]) => `${signal} ${value.toPrecision(3)}`)
      .join(', ')}`,
    ...steps.map(({ step, effect }) => `${step}: ${effect}`),
  ];
}
