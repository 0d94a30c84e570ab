import { MOST_HITS, type SearchRequest, type WhyNotDetails } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit } from '@tributary/ranking';
import type { AnswerPage } from '../answer/answer-page.js';
import type { Nomination } from '../nominate/nominate-collection.js';
import { relevanceOf } from '../refine/collapse-duplicates.js';
import { LONGEST_LIST } from '../refine/refine.js';
import type { Ranked } from '../search/rank-candidates.js';

type Judged = JudgedHit<Candidate>;

/** A search that has run, and which of its judged hits are in question. */
export interface Followed {
  readonly request: SearchRequest;
  readonly nominations: readonly Nomination[];
  readonly ranked: Ranked;
  readonly page: AnswerPage;
  /** The best first; at least one. */
  readonly hits: readonly Judged[];
}

/** Addresses of those that are on the page. */
export function shownOf(followed: Followed, hits: readonly Judged[]): string[] {
  return followed.page.hits.filter((hit) => hits.some((one) => isSame(one, hit, followed))).map(({ uri }) => uri);
}

/** What would bring it onto the page. @param place in the list, from 1; 0 where it is in no list */
export function howToReach(what: string, place: number): string {
  if (place > MOST_HITS) return `${what} has place ${place.toString()} of the list: go on with the cursor.`;
  return place > 0
    ? `${what} has place ${place.toString()} of the list: go on with the cursor, or raise limit, by which it may get another place.`
    : `A list holds ${LONGEST_LIST.toString()} hits: ask in words that are closer to it.`;
}

/** What is told of a hit whatever became of it. */
export function detailsOf(followed: Followed, best: Judged | undefined): WhyNotDetails {
  const last = followed.page.hits.at(-1);
  const lastJudged = last && followed.ranked.judged.find((one) => isSame(one, last, followed));
  return {
    ...(best === undefined ? {} : { judged: standingOf(best, followed), signals: { ...best.signals() } }),
    ...(last === undefined || lastJudged === undefined ? {} : { last_shown: { ...standingOf(lastJudged, followed), uri: last.uri } }),
  };
}

function standingOf(hit: Judged, { ranked }: Followed): NonNullable<WhyNotDetails['judged']> {
  return { rank: ranked.judged.indexOf(hit) + 1, score: hit.score, relevance: relevanceOf(hit, ranked.steps.collapsed) };
}

/** Whether a hit of the page is this one. */
export function isSame(hit: Judged, shown: { readonly id: string; readonly collection: string }, followed: Followed): boolean {
  return hit.candidate.id === shown.id && nameOf(hit, followed) === shown.collection;
}

/** The name of its collection. */
export function nameOf({ collection }: Judged, { nominations }: Followed): string {
  return nominations[collection]?.collection.record.name ?? '';
}
