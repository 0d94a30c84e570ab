import type { Candidate } from '@tributary/engines-port';
import { isAbort, within } from '@tributary/kernel';
import { bm25Scores, contentConditions, termIdsOf, type LaneRanking } from '@tributary/ranking';
import { nominationInput, type Nomination, type NominationRequest } from '../nominate/nominate-collection.js';
import { passes } from './check-contents.js';

/** Passages that are looked at for exact words, in all collections together. */
const LOOKED_AT = 4000;
/** Of one collection; and of those that have the words as many as anybody pages through. */
const MOST_OF_ONE = 1000;
const MOST_FOUND = 500;
const MOST_TERMS = 128;

/** Of the time until texts must be there, in which the lanes' own candidates are looked at as well. */
const SHARE_OF_CONTENTS = 0.5;

export interface QuotedNominations {
  readonly nominations: readonly Nomination[];
  /** Collections of which not every passage with the words of a phrase was looked at. */
  readonly cut: number;
}

/** The nominations with passages that have the exact words of a query and are among the best of no lane. Where a lane is full, the passages that say most of the quoted
 *  words, those included that say nothing (`"the value of the"`), are read as well. What a collection does not say in time is left out, and it counts as cut.
 *  @param phrases that must occur */
export async function nominateQuoted(
  nominations: readonly Nomination[],
  request: NominationRequest,
  phrases: readonly string[],
): Promise<QuotedNominations> {
  if (phrases.length === 0) return { nominations, cut: 0 };
  const full = nominations.filter((one) => isFull(one, request.limit));
  const depth = Math.min(MOST_OF_ONE, Math.floor(LOOKED_AT / Math.max(1, full.length)));
  if (depth <= request.limit || !request.lanes.includes('keyword')) return { nominations, cut: full.length };
  const looked = new Map(await Promise.all(full.map(async (one) => [one, await lookFurther(one, request, { phrases, depth })] as const)));
  return {
    nominations: nominations.map((one) => looked.get(one)?.nomination ?? one),
    cut: [...looked.values()].filter(({ isCut }) => isCut).length,
  };
}

function isFull({ answered, rankings }: Nomination, limit: number): boolean {
  return answered && Object.values(rankings).some(({ length }) => length >= limit);
}

async function lookFurther(
  nomination: Nomination,
  request: NominationRequest,
  { phrases, depth }: { readonly phrases: readonly string[]; readonly depth: number },
): Promise<{ readonly nomination: Nomination; readonly isCut: boolean }> {
  const { collection, candidates } = nomination;
  const { together: _, ...alone } = request;
  const { deadlines, signal } = request;
  const known = new Set(candidates.map(({ id }) => id));
  const ids = [...new Set(phrases.flatMap((phrase) => [...termIdsOf(phrase)]))].slice(0, MOST_TERMS);
  try {
    return await within({ deadline: deadlines.contents.share(SHARE_OF_CONTENTS), signal }, async (limit) => {
      const terms = ids.map((id) => ({ id, weight: 1 }));
      const found = await collection.nominate({ lanes: ['keyword'], limit: depth, terms }, limit);
      const further = found.candidates.map(({ id }) => id).filter((id) => !known.has(id));
      const points = await collection.readHits(further, limit);
      const wanted = points.filter(passes(contentConditions({ phrases, excluded: [] }))).map(({ id }) => id);
      const isCut = found.candidates.length >= depth || wanted.length > MOST_FOUND;
      const kept = wanted.slice(0, MOST_FOUND);
      if (kept.length === 0) return { nomination, isCut };
      const input = await nominationInput(collection, { ...alone, limit: kept.length });
      const told = await collection.nominate({ ...input, ids: kept }, limit);
      return { nomination: withCandidates(nomination, told.candidates, request), isCut };
    });
  } catch (error) {
    if (isAbort(error) && signal?.aborted === true) throw error;
    return { nomination, isCut: true };
  }
}

/** The keyword lane goes on with them: they stand behind what it named, since it would have named them. */
function withCandidates(nomination: Nomination, further: readonly Candidate[], { query: { terms } }: NominationRequest): Nomination {
  const { candidates, rankings, counts } = nomination;
  const keyword = rankings.keyword ?? [];
  const scores = bm25Scores(further, { terms, counts });
  const lowest = keyword.at(-1)?.score ?? Infinity;
  const rest: LaneRanking = scores
    .map((score, at) => ({ candidate: candidates.length + at, score: Math.min(score, lowest) }))
    .sort((a, b) => b.score - a.score);
  return { ...nomination, candidates: [...candidates, ...further], rankings: { ...rankings, keyword: [...keyword, ...rest] } };
}
