import { embeddedText, toUnitVector, type WordModel } from '@tributary/embedding-port';
import type { Candidate, StoredPoint } from '@tributary/engines-port';
import { matchLetters, readingFor, type CloseLook, type JudgedHit, type WeighedWord } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { PassageReader } from '../passages/passage-reader.js';
import type { SearchPlan } from '../plan/plan.js';
import { documentOf } from '../refine/refine.js';
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
  /** The words of the query by what they tell in each collection. */
  readonly weighed: readonly (readonly WeighedWord[])[];
  readonly plan: Pick<SearchPlan, 'query' | 'deadlines' | 'signal'>;
  readonly words: WordModel;
  /** How far that knows the words of the query, 0 to 1. */
  readonly sense: number;
  /** Whether the passages of a collection, by its place, are known to be alike by vectors of its own model: those of the common one travel with the candidates. */
  readonly withVectors: (collection: number) => boolean;
  /** Whether it is to be told which passages are of tests. */
  readonly tellsTests: boolean;
}

/** Reads the best passages of a first judgment and says how well each says the words of the query, or others like them.
 *  @param hits the best first @returns by collection, undefined for one of which nothing was read; undefined when nothing could be read at all */
export async function lookClosely(
  hits: readonly Judged[],
  { nominations, passages, weighed, plan, words, sense, withVectors, tellsTests }: CloseLookInput,
): Promise<readonly (CloseLook | undefined)[] | undefined> {
  if (plan.deadlines.rerank.remainingMs < LEAST_MS) return undefined;
  const head = headOf(hits);
  const limits = { deadline: plan.deadlines.rerank.share(READ_SHARE), signal: plan.signal };
  const points = await passages.points(head, { ...limits, withVectors });
  if (points.size === 0) return undefined;
  const asRead = readingFor(plan.query.text);
  return nominations.map(({ candidates }, at) => {
    const read = [...points].filter(([hit]) => hit.collection === at);
    if (read.length === 0) return undefined;
    const texts = read.map(([, { payload }]) => asRead(embeddedText(payload.heading ?? '', payload.content)));
    const matches = matchesOf({ weighed: weighed[at] ?? [], texts }, words, sense);
    const byId = new Map(
      read.map(([{ candidate }, { vector, payload }], of) => [
        candidate.id,
        { match: matches[of], vector: unitOf(vector), isTest: isTest(payload) },
      ]),
    );
    const told = candidates.map(({ id }) => byId.get(id));
    const vectors = told.map((one) => one?.vector);
    return {
      matches: told.map((one) => one?.match),
      ...(vectors.some((vector) => vector !== undefined) ? { vectors } : {}),
      ...(tellsTests ? { tests: told.map((one) => one?.isTest === true) } : {}),
    };
  });
}

/** How well each passage says the words of the query: those that the model has as a whole, or others that mean about the same; of the others, as far as the query is none of the model's, what
 *  is written like them; the name of its collection each of them says.
 *  @param sense how far the model knows the words of the query */
function matchesOf(
  { weighed, texts }: { readonly weighed: readonly WeighedWord[]; readonly texts: readonly string[] },
  words: WordModel,
  sense: number,
): readonly number[] {
  const all = totalOf(weighed);
  if (all <= 0) return texts.map(() => 0);
  const others = weighed.filter(({ isName }) => isName !== true);
  const unknown = new Set(others.filter(({ word }) => !words.knows(word)));
  // What a word weighs in the one way and in the other is its whole weight.
  const meant = others.map((one) => ({ word: one.word, weight: unknown.has(one) ? sense * one.weight : one.weight }));
  const written = Array.from(unknown, ({ word, weight }) => ({ word, weight: (1 - sense) * weight }));
  const [byMeaning, byLetters] = [words.matchWords(meant, texts), matchLetters(written, texts)];
  const named = all - totalOf(others);
  return texts.map((_, at) => (named + totalOf(meant) * (byMeaning[at] ?? 0) + totalOf(written) * (byLetters[at] ?? 0)) / all);
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
    const document = documentOf(hit);
    const count = ofCollection.get(collection) ?? 0;
    if (seen.has(document) || (seen.size >= HEAD && count >= EACH)) return false;
    seen.add(document);
    ofCollection.set(collection, count + 1);
    return true;
  });
}
