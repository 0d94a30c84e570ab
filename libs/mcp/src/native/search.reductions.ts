import { isMissed, type SearchAnswer, type SearchHit } from '@tributary/contracts';
import type { Reduction } from '../tools/fit-answer.js';

/** Rows of coverage that stay while there is anything else to leave out. */
const COVERAGE_ROWS = 50;

/** Makes a search answer smaller: coverage that only says `searched`, then whole hits, then what surrounds the last hit, then its text. */
export const searchReductions: readonly Reduction<SearchAnswer>[] = [
  { count: ({ selection }) => selection?.left_out.length ?? 0, least: 0, take: takeLeftOut },
  { count: ({ coverage }) => coverage.length, least: COVERAGE_ROWS, take: takeCoverage },
  { count: ({ hits }) => hits.length, least: 1, take: takeHits },
  {
    count: ({ hits }) => (hits.length === 0 ? 0 : 1),
    least: 0,
    take: (answer) => changeHits(answer, withoutDetails, 'Metadata and explanation of the hit are left out.'),
  },
  {
    count: ({ hits }) => hits[0]?.content.length ?? 0,
    least: 0,
    take: (answer, n) =>
      changeHits(
        answer,
        (hit) => ({ ...hit, content: hit.content.slice(0, n) }),
        'The text of the hit is cut: fetch its uri, with start_line and end_line, to read it in parts.',
      ),
  },
  { count: ({ coverage }) => coverage.length, least: 0, take: takeCoverage },
];

/** The coverage names them all the same. */
function takeLeftOut(answer: SearchAnswer, n: number): SearchAnswer {
  if (answer.selection === undefined) return answer;
  return { ...answer, selection: { ...answer.selection, left_out: answer.selection.left_out.slice(0, n) } };
}

// The cursor goes on behind the hits that are left out here, so it would hide them.
function takeHits(answer: SearchAnswer, n: number): SearchAnswer {
  const omitted = answer.hits.length - n;
  const note = `${omitted.toString()} more hits are left out to keep the answer short: search again with limit ${n.toString()}, then go on with its cursor.`;
  const hits = answer.hits.slice(0, n);
  const folders = answer.folders?.filter(({ collection }) => hits.some((hit) => hit.collection === collection));
  return { ...answer, cursor: undefined, hits, ...(folders === undefined ? {} : { folders }), notes: [...answer.notes, note] };
}

function takeCoverage(answer: SearchAnswer, n: number): SearchAnswer {
  const worstFirst = answer.coverage.toSorted((a, b) => Number(isMissed(b)) - Number(isMissed(a)));
  const note = `Coverage of ${(answer.coverage.length - n).toString()} more collections is left out.`;
  return { ...answer, coverage: worstFirst.slice(0, n), notes: [...answer.notes, note] };
}

function changeHits(answer: SearchAnswer, change: (hit: SearchHit) => SearchHit, note: string): SearchAnswer {
  return { ...answer, hits: answer.hits.map(change), notes: [...answer.notes, note] };
}

function withoutDetails(hit: SearchHit): SearchHit {
  return { ...hit, metadata: {}, explanation: undefined };
}
