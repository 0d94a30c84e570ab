import type { Coverage, HitFolder, SearchAnswer, SearchHit, TextRange } from '@tributary/contracts';
import { QUOTING_RULE, counted, oneLine, quoted } from '../tools/quoted-text.js';

/** Most collections that are named with their reason; the rest is counted. */
const NAMED_COLLECTIONS = 10;

/** A search answer for reading: hits with where they come from, then what was searched. */
export function searchText({ hits, coverage, notes, folders = [], cursor }: SearchAnswer): string {
  const found = [`${counted(hits.length, 'hit')}, best first. ${QUOTING_RULE}`, ...placesLine(folders), ''];
  const head = hits.length === 0 ? ['No hits.'] : found;
  const tail = [
    `Coverage: ${coverageLine(coverage)}`,
    ...notes.map((note) => `Note: ${oneLine(note, 500)}`),
    ...(cursor === undefined ? [] : [`More hits: call search again with the same arguments and cursor ${JSON.stringify(cursor)}.`]),
  ];
  return [...head, ...hits.map((hit, index) => hitText(hit, index + 1)), ...tail].join('\n');
}

/** Where the paths of the hits lie on the disk: `Paths lie below /srv/shop (shop-code, shop-docs); /srv/notes (notes)`. */
function placesLine(folders: readonly HitFolder[]): readonly string[] {
  if (folders.length === 0) return [];
  const filled = Map.groupBy(folders, ({ collection }) => collection);
  // By its first part a key tells the source where a collection has several.
  const name = ({ collection, source }: HitFolder) => (filled.get(collection)?.length === 1 ? collection : `${collection}/${source}`);
  const places = [...Map.groupBy(folders, ({ location }) => location)];
  return [`Paths lie below ${places.map(([location, of]) => `${oneLine(location, 600)} (${of.map(name).join(', ')})`).join('; ')}`];
}

function hitText(hit: SearchHit, position: number): string {
  const where = [placeOf(hit), hit.collection, hit.uri].filter((part) => part !== undefined);
  const more = hit.more === undefined ? [] : [`${hit.more.toString()} more in this document`];
  return [
    `${position.toString()}. ${oneLine(hit.heading ?? hit.title) || '(no title)'} (relevance ${hit.relevance.toFixed(2)})`,
    `   ${[...where.map((part) => oneLine(part, 600)), ...more].join(' · ')}`,
    ...(hit.also_in === undefined ? [] : [`   also in ${hit.also_in.map((uri) => oneLine(uri, 600)).join(', ')}`]),
    ...explanationLines(hit),
    quoted(hit.content),
    '',
  ].join('\n');
}

function placeOf({ path, range }: { readonly path?: string | undefined; readonly range?: TextRange | undefined }): string | undefined {
  if (path === undefined) return undefined;
  return range === undefined ? path : `${path}:${range.start[0].toString()}-${range.end[0].toString()}`;
}

function explanationLines({ explanation }: SearchHit): readonly string[] {
  if (explanation === undefined) return [];
  const lanes = Object.entries(explanation.lanes).map(
    ([lane, { rank, score }]) => `${lane} rank ${rank.toString()} (${score.toPrecision(3)})`,
  );
  const judge = Object.entries(explanation.judge).map(([signal, value]) => `${signal} ${value.toPrecision(3)}`);
  const steps = explanation.steps.map(({ step, effect }) => `${step}: ${effect}`);
  return [`   why: ${[...lanes, ...judge, ...steps].join('; ')}`];
}

/** `9 searched, 1 timed out (web: no answer within 800 ms)`. */
export function coverageLine(coverage: readonly Coverage[]): string {
  if (coverage.length === 0) return 'no collection was searched: there is none, or none that you may read.';
  const counts = new Map<string, number>();
  for (const { status } of coverage) counts.set(status, (counts.get(status) ?? 0) + 1);
  const summary = [...counts].map(([status, n]) => `${n.toString()} ${status.replace('_', ' ')}`).join(', ');
  // What "auto" left out has no reason and is counted only: the notes say why, the structured answer names it.
  const told = coverage.filter(({ status, reason }) => status !== 'not_selected' || reason !== undefined);
  const remarkable = told.filter(({ status, reason }) => status !== 'searched' || reason !== undefined);
  if (remarkable.length === 0) return summary;
  const unnamed = remarkable.length - NAMED_COLLECTIONS;
  // A folder fills two collections, which share what is told of it.
  const shown = [...Map.groupBy(remarkable.slice(0, NAMED_COLLECTIONS), remark)].map(
    ([said, of]) => `${of.map(({ collection }) => collection).join(', ')}: ${said}`,
  );
  return `${summary} (${[...shown, ...(unnamed > 0 ? [`and ${unnamed.toString()} more`] : [])].join('; ')})`;
}

function remark({ status, reason, code }: Coverage): string {
  return oneLine(reason ?? code ?? status.replace('_', ' '));
}
