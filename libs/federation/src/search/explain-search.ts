import type { SearchAnswer, SearchStep } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { SearchPlan } from '../plan/plan.js';
import { copiesOf } from '../refine/collapse-duplicates.js';
import type { Gathered } from './gather-candidates.js';
import type { Ranked } from './rank-candidates.js';

interface Searched {
  readonly plan: Pick<SearchPlan, 'request' | 'selection'>;
  readonly gathered: Pick<Gathered, 'nominated' | 'nominations'>;
  readonly ranked: Ranked;
  /** Hits on the page. */
  readonly shown: number;
}

/** What is said of a search as a whole, on request: how its collections were chosen, and what each step did to the list. */
export function explanationOf(searched: Searched): Pick<SearchAnswer, 'selection' | 'course'> {
  const { request, selection } = searched.plan;
  if (!request.explain) return {};
  return { ...(selection ? { selection } : {}), course: courseOf(searched) };
}

function courseOf({ gathered: { nominated, nominations }, ranked: { judged, steps }, shown }: Searched): SearchStep[] {
  const { relevant, collapsed, reranked, preferred, limited, listed } = steps;
  const [asked, fit] = [candidatesOf(nominated), candidatesOf(nominations)];
  const { by } = reranked;
  // A hit that stands for its copies has the place of the first of them.
  const places = (hits: readonly JudgedHit<Candidate>[]) => hits.map((hit) => copiesOf(hit, collapsed)[0]);
  return [
    { step: 'nominate', left: asked, dropped: 0, moved: 0 },
    { step: 'conditions', left: fit, dropped: asked - fit, moved: 0 },
    { step: 'judge', left: judged.length, dropped: fit - judged.length, moved: 0 },
    { step: 'min_relevance', ...difference(judged, relevant) },
    { step: 'collapse', ...difference(relevant, collapsed.kept) },
    ...(by === undefined ? [] : [{ step: 'rerank' as const, ...difference(collapsed.kept, reranked.hits), by }]),
    ...(preferred.factors.size === 0 ? [] : [{ step: 'priorities' as const, ...difference(reranked.hits, places(preferred.hits)) }]),
    { step: 'per_document', ...difference(places(preferred.hits), places(limited)) },
    // It moves hits within the list, and those that a list has no room for are none of its doing.
    { step: 'diversity', left: limited.length, dropped: 0, moved: difference(limited.slice(0, listed.length), listed).moved },
    { step: 'page', left: shown, dropped: Math.max(0, limited.length - shown), moved: 0 },
  ];
}

function candidatesOf(nominations: readonly Nomination[]): number {
  return nominations.reduce((sum, { candidates }) => sum + candidates.length, 0);
}

function difference<Hit>(before: readonly Hit[], after: readonly Hit[]): Pick<SearchStep, 'left' | 'dropped' | 'moved'> {
  const left = new Set(after);
  const stayed = before.filter((hit) => left.has(hit));
  const moved = stayed.filter((hit, at) => after[at] !== hit).length;
  return { left: after.length, dropped: before.length - stayed.length, moved };
}
