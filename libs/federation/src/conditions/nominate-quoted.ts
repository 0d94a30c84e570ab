import type { Candidate } from '@tributary/engines-port';
import { bm25Scores, termIdsOf, type LaneRanking } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { nominateByIds } from '../nominate/nominate-by-ids.js';
import type { Nomination, NominationRequest } from '../nominate/nominate-collection.js';
import { unlessLate } from '../nominate/unless-late.js';
import { textOf } from './read-contents.js';
import type { SaidLiterally } from './said-literally.js';
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

export interface QuotedNominations {
  readonly nominations: readonly Nomination[];
  /** Collections of which not every passage that may have the words was looked at. */
  readonly cut: number;
}

/** The nominations with passages that say letter by letter what a query asks for so and are among the best of no lane: those with the rarest of its words, all of them where they are not too many; words
 *  that say nothing count as well (`"the value of the"`). Where the lanes named every passage with one of these words, nothing more is asked. What a collection does not say in time is left out, and it counts as cut.
 *  @param literally looked for one after the other */
export async function nominateQuoted(
  nominations: readonly Nomination[],
  request: NominationRequest,
  literally: readonly SaidLiterally[],
): Promise<QuotedNominations> {
  let quoted: QuotedNominations = { nominations, cut: 0 };
  for (const said of literally) {
    const further = await nominateSaid(quoted.nominations, request, said);
    quoted = { nominations: further.nominations, cut: quoted.cut + further.cut };
  }
  return quoted;
}

async function nominateSaid(
  nominations: readonly Nomination[],
  request: NominationRequest,
  { sought, passes }: SaidLiterally,
): Promise<QuotedNominations> {
  const words = sought.map((ways) => ways.map((way) => [...termIdsOf(way)])).filter((ways) => ways.every(({ length }) => length > 0));
  const quoted = [...new Set(words.flat(2))].slice(0, MOST_TERMS);
  const open = nominations.filter((one) => mayHaveMore(one, request, words));
  const depth = Math.min(MOST_OF_ONE, Math.floor(LOOKED_AT / Math.max(1, open.length)));
  if (quoted.length === 0 || depth <= request.limit || !request.lanes.includes('keyword')) return { nominations, cut: open.length };
  const looked = new Map(
    await Promise.all(open.map(async (one) => [one, await lookFurther(one, request, { passes, words, quoted, depth })] as const)),
  );
  return {
    nominations: nominations.map((one) => looked.get(one)?.nomination ?? one),
    cut: [...looked.values()].filter(({ isCut }) => isCut).length,
  };
}

/** Ids of the words of what is looked for: of each in all ways it may be written. */
type WordsOfWays = readonly (readonly (readonly number[])[])[];

/** False where every passage was named that has a word of each way of one of these. */
function mayHaveMore(nomination: Nomination, request: NominationRequest, words: WordsOfWays): boolean {
  const { answered, isJoint, rankings, limit } = nomination;
  const { query } = request;
  const isOneWhole = (isWhole: (id: number) => boolean) => words.some((ways) => ways.every((ids) => ids.some(isWhole)));
  if (isJoint) return answered && !isOneWhole((id) => isNamedWhole(nomination, request, id));
  const { keyword } = rankings;
  const isLookedFor = isOneWhole((id) => query.terms.some((term) => term.id === id));
  if (keyword !== undefined && keyword.length < limit && isLookedFor) return false;
  return answered && Object.values(rankings).some(({ length }) => length >= limit);
}

/** Whether all passages that have a term are candidates. Of collections that are searched as one each has its share of the best, so that a short list may be cut. */
function isNamedWhole({ candidates, counts }: Nomination, { query }: NominationRequest, id: number): boolean {
  const at = query.terms.findIndex((term) => term.id === id);
  const having = counts.documentFrequency[at];
  return having !== undefined && candidates.filter((candidate) => says(candidate, at)).length >= having;
}

interface Looking extends Pick<SaidLiterally, 'passes'> {
  readonly words: WordsOfWays;
  /** All of them, each once. */
  readonly quoted: readonly number[];
  readonly depth: number;
}

async function lookFurther(
  nomination: Nomination,
  request: NominationRequest,
  { passes, words, quoted, depth }: Looking,
): Promise<{ readonly nomination: Nomination; readonly isCut: boolean }> {
  const { collection, candidates, ms } = nomination;
  const { deadlines, signal: calledOff } = request;
  if (deadlines.contents.remainingMs < LEAST_ROUNDS * ms) return { nomination, isCut: true };
  const known = new Set(candidates.map(({ id }) => id));
  return unlessLate(
    { deadline: deadlines.contents.share(SHARE_OF_CONTENTS), signal: calledOff },
    async (signal) => {
      const { ids, isCut } = await withQuotedWords(collection, { words, quoted, depth }, signal);
      const points = await collection.readHits(
        ids.filter((id) => !known.has(id)),
        signal,
      );
      const wanted = points.filter((point) => passes(textOf(point))).map(({ id }) => id);
      const kept = wanted.slice(0, MOST_FOUND);
      const isWhole = !isCut && kept.length === wanted.length;
      if (kept.length === 0) return { nomination, isCut: !isWhole };
      const further = await nominateByIds(collection, request, { ids: kept, signal });
      return { nomination: withCandidates(nomination, further, request), isCut: !isWhole };
    },
    { nomination, isCut: true },
  );
}

/** Passages of a collection that may have the quoted words, all of them where words of one of these, in whatever way it is written, are rare enough. */
async function withQuotedWords(
  collection: ScopedCollection,
  { words, quoted, depth }: Omit<Looking, 'passes'>,
  signal: AbortSignal,
): Promise<{ readonly ids: readonly string[]; readonly isCut: boolean }> {
  const askFor = (terms: readonly number[], limit: number) =>
    collection.nominate({ lanes: ['keyword'], limit, terms: terms.map((id) => ({ id, weight: 1 })) }, signal);
  const { statistics } = await askFor(quoted, 1);
  const passagesOf = new Map(quoted.map((id, at) => [id, statistics.documentFrequency[at] ?? 0]));
  const [rarest] = words
    .map((ways) => ways.flatMap((ids) => rarestOf(ids, passagesOf)))
    .filter((rarestOfWays, at) => rarestOfWays.length === words[at]?.length)
    .map((rarestOfWays) => [...new Map(rarestOfWays.map((word) => [word.id, word])).values()])
    .toSorted((a, b) => passagesWith(a) - passagesWith(b));
  const isRare = rarest !== undefined && passagesWith(rarest) < depth;
  const { candidates, lanes } = await askFor(isRare ? rarest.map(({ id }) => id) : quoted, depth);
  return { ids: candidates.map(({ id }) => id), isCut: lanes.keyword?.status !== 'searched' || candidates.length >= depth };
}

interface WordOfWay {
  readonly id: number;
  /** That have it. */
  readonly passages: number;
}

function rarestOf(ids: readonly number[], passagesOf: ReadonlyMap<number, number>): readonly WordOfWay[] {
  const counted = ids.flatMap((id) => {
    const passages = passagesOf.get(id);
    return passages === undefined ? [] : [{ id, passages }];
  });
  return counted.toSorted((a, b) => a.passages - b.passages).slice(0, 1);
}

/** At most. */
function passagesWith(words: readonly WordOfWay[]): number {
  return words.reduce((sum, { passages }) => sum + passages, 0);
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
