import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit } from '@tributary/ranking';
import { copiesOf, relevanceOf } from '../refine/collapse-duplicates.js';
import { crowdedOut } from './crowded-out.js';
import type { Finding } from './finding.js';
import { detailsOf, howToReach, isSame, nameOf, shownOf, type Followed } from './followed.js';

type Judged = JudgedHit<Candidate>;

/** Where in judging, refining and answering the hits were lost; the one that came furthest speaks for all. */
export function followHit(followed: Followed): Finding {
  const { ranked, page } = followed;
  const { relevant, limited, listed } = ranked.steps;
  const afterRelevance = survivors(followed, relevant);
  if (afterRelevance.length === 0) return belowMinRelevance(followed);
  const shown = page.hits.findIndex((hit) => afterRelevance.some((one) => isSame(one, hit, followed)));
  if (shown >= 0) return isShown(followed, afterRelevance, shown + 1);
  const named = afterRelevance.filter((hit) => shownOf(followed, copiesOf(hit, ranked.steps.collapsed)).length > 0);
  if (named.length > 0) return crowdedOut(followed, named);
  const afterLimit = survivors(followed, limited);
  if (afterLimit.length === 0) return crowdedOut(followed, afterRelevance);
  const [best] = survivors(followed, listed);
  const place = best === undefined ? 0 : listed.indexOf(best) + 1;
  const { offset, leftOut } = page.next;
  if (best !== undefined && place <= offset && !leftOut.includes(place - 1)) return unreadable(followed, best, place);
  if (best === undefined || place > offset) return cutByLimit(followed, afterLimit, place);
  return overBudget(followed, best, place);
}

function survivors({ hits }: Followed, kept: readonly Judged[]): readonly Judged[] {
  const alive = new Set(kept);
  return hits.filter((hit) => alive.has(hit));
}

function belowMinRelevance(followed: Followed): Finding {
  const [best] = followed.hits;
  const details = detailsOf(followed, best);
  const highest = Math.max(...followed.hits.map((hit) => relevanceOf(hit, followed.ranked.steps.collapsed)));
  const [least, own] = [followed.request.min_relevance.toString(), highest.toFixed(3)];
  return {
    verdict: 'below_min_relevance',
    stage: 'refine',
    explanation: [`Its relevance is ${own}, and min_relevance is ${least}: lower it to see the document.`],
    details,
  };
}

/** The hits before it fill the page, or the longest list. */
function cutByLimit(followed: Followed, [best]: readonly Judged[], place: number): Finding {
  const { request, ranked } = followed;
  const details = { ...detailsOf(followed, best), ...(place > 0 ? { place } : {}) };
  const before = best === undefined ? 0 : ranked.steps.limited.indexOf(best) + 1;
  if (before <= request.limit && request.diversity > 0) {
    const explanation = [`Its score put it at place ${before.toString()}, and less similar hits were put before it: lower diversity.`];
    return { verdict: 'diversified', stage: 'refine', explanation, details };
  }
  const [preferred, reranked] = [preferredAway(followed, best, before), rerankedAway(followed, best)];
  if (preferred !== undefined) return { verdict: 'preferred_low', stage: 'refine', explanation: [preferred], details };
  if (reranked !== undefined) return { verdict: 'reranked_low', stage: 'refine', explanation: [reranked], details };
  const { judged, last_shown: last } = details;
  const score = judged?.score ?? 0;
  const beside =
    last === undefined
      ? ''
      : ` with score ${score.toFixed(3)}; the last hit shown had ${last.score.toFixed(3)}${score > last.score ? movedBy(followed) : ''}`;
  const explanation = [
    `The judge put it at place ${(judged?.rank ?? 0).toString()}${beside}.`,
    ...namedBefore(ranked),
    howToReach('It', place),
  ];
  return { verdict: 'judged_low', stage: 'judge', explanation, details };
}

function namedBefore({ judged }: Followed['ranked']): readonly string[] {
  const named = judged.filter((hit) => hit.signals()['named'] !== undefined).length;
  return named === 0 ? [] : [`The query calls ${named.toString()} of the passages before it by their path or name, and these lead.`];
}

/** Why a hit that the judge put lower is shown before it. */
function movedBy({ request, ranked }: Followed): string {
  const { preferred, reranked } = ranked.steps;
  const movers = [
    reranked.by !== undefined && 'the reranker',
    preferred.scores.size > 0 && 'priorities',
    request.diversity > 0 && 'diversity',
  ].filter((mover) => mover !== false);
  return movers.length === 0 ? '' : `, and was moved up by ${movers.join(' and ')}`;
}

/** What to say where it would be shown without priorities. A copy that has the place of one left out is sorted by its own collection, so its place counts when documents are limited. */
function preferredAway(followed: Followed, best: Judged | undefined, place: number): string | undefined {
  const { reranked, preferred } = followed.ranked.steps;
  const from = placeAmong(reranked.hits, followed, best);
  if (preferred.scores.size === 0 || from === 0 || from > followed.request.limit || place <= from) return undefined;
  return `Priorities moved it from place ${from.toString()} to ${place.toString()}: ask with their strategy "natural" to see it, or raise limit.`;
}

/** What to say where it would be shown without the reranker. */
function rerankedAway(followed: Followed, best: Judged | undefined): string | undefined {
  const { collapsed, reranked } = followed.ranked.steps;
  const [from, to] = [placeAmong(collapsed.kept, followed, best), placeAmong(reranked.hits, followed, best)];
  if (from === 0 || from > followed.request.limit || to <= from) return undefined;
  return `The reranker ${reranked.by ?? ''} moved it from place ${from.toString()} to ${to.toString()}: leave rerank out to see it, or raise limit.`;
}

/** The place of a hit, or of the copy whose place it has, from 1; 0 where it has none. */
function placeAmong(hits: readonly Judged[], { ranked }: Followed, best: Judged | undefined): number {
  const copies: readonly Judged[] = best === undefined ? [] : copiesOf(best, ranked.steps.collapsed);
  return hits.findIndex((hit) => copies.includes(hit)) + 1;
}

function overBudget(followed: Followed, best: Judged, place: number): Finding {
  const explanation = [
    `It has place ${place.toString()} of the list, and the token budget went to hits that say more per token: raise it, or go on with the cursor.`,
  ];
  return { verdict: 'over_budget', stage: 'answer', explanation, details: { ...detailsOf(followed, best), place } };
}

function unreadable(followed: Followed, best: Judged, place: number): Finding {
  const failure = followed.page.lost.get(nameOf(best, followed));
  const why = failure?.reason ?? 'it is gone, or being replaced';
  return {
    verdict: 'unreadable',
    stage: 'answer',
    explanation: [`It has place ${place.toString()} of the list, and could not be read: ${why}. Search again in a moment.`],
    details: { ...detailsOf(followed, best), place, reason: why, ...(failure ? { code: failure.code } : {}) },
  };
}

function isShown(followed: Followed, alive: readonly Judged[], place: number): Finding {
  const hit = followed.page.hits[place - 1];
  const judged = alive.find((one) => hit !== undefined && isSame(one, hit, followed));
  return {
    verdict: 'shown',
    stage: 'answer',
    explanation: [`It is hit ${place.toString()} of ${followed.page.hits.length.toString()}.`],
    details: { ...detailsOf(followed, judged), place },
  };
}
