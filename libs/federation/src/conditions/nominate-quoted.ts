import type { Candidate } from '@tributary/engines-port';
import { isAbort, within } from '@tributary/kernel';
import { bm25Scores, termIdsOf, type ContentConditions, type LaneRanking } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { nominationInput, type Nomination, type NominationRequest } from '../nominate/nominate-collection.js';
import { passes } from './check-contents.js';
import { says } from './says.js';

/** Passages that are looked at for exact words, in all collections together. */
const LOOKED_AT = 4000;
/** Of one collection; and of those that have the words as many as anybody pages through. */
const MOST_OF_ONE = 1000;
const MOST_FOUND = 500;
const MOST_TERMS = 128;

/** Of the time until texts must be there, in which the lanes' own candidates are looked at as well. */
const SHARE_OF_CONTENTS = 0.3;
/** So many times what its lanes took has to be left: it is asked three times more, and its texts are read twice. */
const LEAST_ROUNDS = 6;

/** What is looked for letter by letter. */
export interface SaidLiterally extends Pick<ContentConditions, 'passes'> {
  /** Passages with the rarest word of these are looked at. */
  readonly phrases: readonly string[];
}

export interface QuotedNominations {
  readonly nominations: readonly Nomination[];
  /** Collections of which not every passage that may have the words was looked at. */
  readonly cut: number;
}

/** The nominations with passages that have the exact words of a query and are among the best of no lane: those with the rarest of the quoted words, all of them where they are not too many; words
 *  that say nothing count as well (`"the value of the"`). Where the lanes named every passage with one of these words, nothing more is asked. What a collection does not say in time is left out, and it counts as cut.
 *  @param said what must occur */
export async function nominateQuoted(
  nominations: readonly Nomination[],
  request: NominationRequest,
  said: SaidLiterally,
): Promise<QuotedNominations> {
  const { phrases } = said;
  if (phrases.length === 0) return { nominations, cut: 0 };
  const quoted = [...new Set(phrases.flatMap((phrase) => [...termIdsOf(phrase)]))].slice(0, MOST_TERMS);
  const open = nominations.filter((one) => mayHaveMore(one, request, quoted));
  const depth = Math.min(MOST_OF_ONE, Math.floor(LOOKED_AT / Math.max(1, open.length)));
  if (quoted.length === 0 || depth <= request.limit || !request.lanes.includes('keyword')) return { nominations, cut: open.length };
  const looked = new Map(
    await Promise.all(open.map(async (one) => [one, await lookFurther(one, request, { said, quoted, depth })] as const)),
  );
  return {
    nominations: nominations.map((one) => looked.get(one)?.nomination ?? one),
    cut: [...looked.values()].filter(({ isCut }) => isCut).length,
  };
}

/** False where every passage with a quoted word was named. */
function mayHaveMore(nomination: Nomination, request: NominationRequest, quoted: readonly number[]): boolean {
  const { answered, isJoint, rankings } = nomination;
  if (isJoint) return answered && !quoted.some((id) => isNamedWhole(nomination, request, id));
  const { limit, query } = request;
  const { keyword } = rankings;
  const isLookedFor = query.terms.some(({ id }) => quoted.includes(id));
  if (keyword !== undefined && keyword.length < limit && isLookedFor) return false;
  return answered && Object.values(rankings).some(({ length }) => length >= limit);
}

/** Whether all passages that have a term are candidates. Of collections that are searched as one each has its share of the best, so that a short list may be cut. */
function isNamedWhole({ candidates, counts }: Nomination, { query }: NominationRequest, id: number): boolean {
  const at = query.terms.findIndex((term) => term.id === id);
  const having = counts.documentFrequency[at];
  return having !== undefined && candidates.filter((candidate) => says(candidate, at)).length >= having;
}

interface Looking {
  readonly said: SaidLiterally;
  /** Ids of their terms. */
  readonly quoted: readonly number[];
  readonly depth: number;
}

async function lookFurther(
  nomination: Nomination,
  request: NominationRequest,
  { said, quoted, depth }: Looking,
): Promise<{ readonly nomination: Nomination; readonly isCut: boolean }> {
  const { collection, candidates, ms } = nomination;
  const { together: _, ...alone } = request;
  const { deadlines, signal } = request;
  if (deadlines.contents.remainingMs < LEAST_ROUNDS * ms) return { nomination, isCut: true };
  const known = new Set(candidates.map(({ id }) => id));
  try {
    return await within({ deadline: deadlines.contents.share(SHARE_OF_CONTENTS), signal }, async (limit) => {
      const { ids, isCut } = await withQuotedWords(collection, { quoted, depth }, limit);
      const points = await collection.readHits(
        ids.filter((id) => !known.has(id)),
        limit,
      );
      const wanted = points.filter(passes(said)).map(({ id }) => id);
      const kept = wanted.slice(0, MOST_FOUND);
      const isWhole = !isCut && kept.length === wanted.length;
      if (kept.length === 0) return { nomination, isCut: !isWhole };
      const input = await nominationInput(collection, { ...alone, limit: kept.length });
      const told = await collection.nominate({ ...input, ids: kept }, limit);
      return { nomination: withCandidates(nomination, told.candidates, request), isCut: !isWhole };
    });
  } catch (error) {
    if (isAbort(error) && signal?.aborted === true) throw error;
    return { nomination, isCut: true };
  }
}

/** Passages of a collection that may have the quoted words, all of them where a word of them is rare enough. */
async function withQuotedWords(
  collection: ScopedCollection,
  { quoted, depth }: Pick<Looking, 'quoted' | 'depth'>,
  signal: AbortSignal,
): Promise<{ readonly ids: readonly string[]; readonly isCut: boolean }> {
  const askFor = (terms: readonly number[], limit: number) =>
    collection.nominate({ lanes: ['keyword'], limit, terms: terms.map((id) => ({ id, weight: 1 })) }, signal);
  const { statistics } = await askFor(quoted, 1);
  const [rarest] = quoted
    .map((id, at) => ({ id, passages: statistics.documentFrequency[at] ?? 0 }))
    .toSorted((a, b) => a.passages - b.passages);
  const isRare = rarest !== undefined && rarest.passages < depth;
  const { candidates, lanes } = await askFor(isRare ? [rarest.id] : quoted, depth);
  return { ids: candidates.map(({ id }) => id), isCut: lanes.keyword?.status !== 'searched' || candidates.length >= depth };
}

/** The keyword lane goes on with them: they stand behind what it named, since it would have named them. */
function withCandidates(nomination: Nomination, further: readonly Candidate[], { query: { terms } }: NominationRequest): Nomination {
  const { candidates, rankings, counts, further: earlier = 0 } = nomination;
  const keyword = rankings.keyword ?? [];
  const scores = bm25Scores(further, { terms, counts });
  const lowest = keyword.at(-1)?.score ?? Infinity;
  const rest: LaneRanking = scores
    .map((score, at) => ({ candidate: candidates.length + at, score: Math.min(score, lowest) }))
    .sort((a, b) => b.score - a.score);
  return {
    ...nomination,
    further: earlier + further.length,
    candidates: [...candidates, ...further],
    rankings: { ...rankings, keyword: [...keyword, ...rest] },
  };
}
