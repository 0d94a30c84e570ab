import { embeddedText, toUnitVector, type WordModel } from '@tributary/embedding-port';
import type { Candidate, StoredPoint } from '@tributary/engines-port';
import {
  LongestRun,
  matchLetters,
  readingFor,
  type CloseLook,
  type JudgedHit,
  type ParsedQuery,
  type WeighedWord,
} from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { PassageReader } from '../passages/passage-reader.js';
import type { SearchPlan } from '../plan/plan.js';
import { answerOf } from '../refine/refine.js';
import { sayingMost } from './saying-most.js';
import { totalOf } from './sense.js';
import { isTest } from './test-files.js';

type Judged = JudgedHit<Candidate>;

/** Documents of the one ranking that are read, and at least so many of each collection: further down, reading changes little (docs/ranking.md). */
const HEAD = 24;
const EACH = 3;
/** With less time than this before the reranker nothing is read. */
const LEAST_MS = 40;
/** An engine that is slow to hand out passages leaves the reranker its time. */
const READ_SHARE = 0.3;

export interface CloseLookInput {
  readonly nominations: readonly Nomination[];
  readonly passages: PassageReader;
  /** The query, its unknown words repaired. */
  readonly text: string;
  /** Its words by what they tell in each collection. */
  readonly weighed: readonly (readonly WeighedWord[])[];
  readonly plan: Pick<SearchPlan, 'query' | 'deadlines' | 'signal'>;
  readonly words: WordModel;
  /** How far that knows the words of the query, 0 to 1. */
  readonly sense: number;
  /** Whether the passages of a collection, by its place, are known to be alike by vectors of its own model: those of the common one travel with the candidates. */
  readonly withVectors: (collection: number) => boolean;
  /** Whether it is to be told which passages are of tests. */
  readonly tellsTests: boolean;
  /** Whether it is to be told what passages have of the query word for word. */
  readonly tellsRuns: boolean;
}

/** Reads the best passages of a first judgment and says how well each says the words of the query, or others like them.
 *  @param hits the best first @returns by collection, undefined for one of which nothing was read; undefined when nothing could be read at all */
export async function lookClosely(
  hits: readonly Judged[],
  { nominations, passages, text: asked, weighed, plan, words, sense, withVectors, tellsTests, tellsRuns }: CloseLookInput,
): Promise<readonly (CloseLook | undefined)[] | undefined> {
  if (plan.deadlines.rerank.remainingMs < LEAST_MS) return undefined;
  const head = new Set(headOf(hits));
  const runs = weighed.map((ofCollection) => runIn({ text: asked, filledIn: plan.query.filledIn }, ofCollection));
  const quoting = tellsRuns && runs.some(({ mayBeSaid }) => mayBeSaid) ? sayingMost(hits, nominations) : [];
  const limits = { deadline: plan.deadlines.rerank.share(READ_SHARE), signal: plan.signal };
  const points = await passages.points([...head, ...quoting.filter((hit) => !head.has(hit))], { ...limits, withVectors });
  if (points.size === 0) return undefined;
  const asRead = readingFor(plan.query);
  const read = Map.groupBy(
    [...points].map(([hit, point]) => ({ hit, point, text: asRead(embeddedText(point.payload.heading ?? '', point.payload.content)) })),
    ({ hit }) => hit.collection,
  );
  // The others are read for what they quote: documents that nobody read say words like the least of the head, which they must not lower.
  const ofHead = nominations.map((_, at) => (read.get(at) ?? []).filter(({ hit }) => head.has(hit)));
  const matches = matchesOf(
    ofHead.map((passages, at) => ({ weighed: weighed[at] ?? [], passages: passages.map(({ text }) => text) })),
    words,
    sense,
  );
  return nominations.map(({ candidates }, at) => {
    const ofCollection = read.get(at);
    if (ofCollection === undefined) return undefined;
    const headById = new Map(
      ofHead[at]?.map(({ hit, point }, of) => [hit.candidate.id, { match: matches[at]?.[of], vector: unitOf(point.vector) }]),
    );
    const byId = new Map(ofCollection.map(({ hit, point, text }) => [hit.candidate.id, { isTest: isTest(point.payload), text }]));
    const vectors = candidates.map(({ id }) => headById.get(id)?.vector);
    const textOf = (id: string) => byId.get(id)?.text ?? '';
    return {
      matches: candidates.map(({ id }) => headById.get(id)?.match),
      ...(vectors.some((vector) => vector !== undefined) ? { vectors } : {}),
      ...(tellsTests ? { tests: candidates.map(({ id }) => byId.get(id)?.isTest === true) } : {}),
      ...(tellsRuns ? { runs: candidates.map(({ id }) => runs[at]?.shareIn(textOf(id)) ?? 0) } : {}),
    };
  });
}

function runIn({ text, filledIn }: Pick<ParsedQuery, 'text' | 'filledIn'>, weighed: readonly WeighedWord[]): LongestRun {
  const weights = new Map(weighed.map(({ word, weight }) => [word.toLowerCase(), weight]));
  return new LongestRun(text, (word) => weights.get(word) ?? 0, filledIn);
}

/** Passages of a collection, and the words of the query by what they tell there. */
interface ReadPassages {
  readonly weighed: readonly WeighedWord[];
  readonly passages: readonly string[];
}

/** How well each passage says the words of the query: those that the model has as a whole, or others that mean about the same; of the others, as far as the query is none of the model's, what
 *  is written like them; the name of its collection each of them says.
 *  @param sense how far the model knows the words of the query */
function matchesOf(read: readonly ReadPassages[], words: WordModel, sense: number): readonly (readonly number[])[] {
  const all = new Set(read.flatMap(({ weighed }) => weighed.map(({ word }) => word)));
  const known = new Set([...all].filter((word) => words.knows(word)));
  const asked = read.map(({ weighed, passages }) => {
    const others = weighed.filter(({ isName }) => isName !== true);
    // What a word weighs in the one way and in the other is its whole weight.
    const meant = others.map(({ word, weight }) => ({ word, weight: known.has(word) ? weight : sense * weight }));
    const written = others.filter(({ word }) => !known.has(word)).map(({ word, weight }) => ({ word, weight: (1 - sense) * weight }));
    return { words: meant, written, named: totalOf(weighed) - totalOf(others), all: totalOf(weighed), passages };
  });
  const byMeaning = words.matchWords(asked);
  return asked.map(({ words: meant, written, named, all: whole, passages }, at) => {
    if (whole <= 0) return passages.map(() => 0);
    const byLetters = matchLetters(written, passages);
    return passages.map((_, of) => (named + totalOf(meant) * (byMeaning[at]?.[of] ?? 0) + totalOf(written) * (byLetters[of] ?? 0)) / whole);
  });
}

/** Vectors that come with a document may be of any length. */
function unitOf(vector: StoredPoint['vector']): Float32Array | undefined {
  return vector && toUnitVector(vector);
}

/** The best passage of each document of the head. */
function headOf(hits: readonly Judged[]): readonly Judged[] {
  const seen = new Set<string>();
  const ofCollection = new Map<number, number>();
  return hits.filter((hit) => {
    const { collection } = hit;
    const document = answerOf(hit);
    const count = ofCollection.get(collection) ?? 0;
    if (seen.has(document) || (seen.size >= HEAD && count >= EACH)) return false;
    seen.add(document);
    ofCollection.set(collection, count + 1);
    return true;
  });
}
