import { SearchRequest, isMissed, type SearchAnswer, type SearchHit, type SearchInput } from '@tributary/contracts';
import { decodeDocumentKey, parseDocumentUri, permanent } from '@tributary/kernel';
import type { EvaluationQuery } from '../collections/evaluation-set.js';
import type { EvaluatedServer } from './index-sets.js';

/** A document in its place in one answer; where several passages of one are asked for, once for each. */
export interface RankedDocument {
  readonly collection: string;
  /** Id in its evaluation set. */
  readonly id: string;
  readonly relevance: number;
  /** Where the passage stands in it. */
  readonly range?: SearchHit['range'];
  /** Each signal of the judge by name, where it was asked to explain. */
  readonly signals?: Readonly<Record<string, number>>;
}

/** What is asked with every query of a run. */
export interface RunSettings {
  /** Names or patterns. */
  readonly collections: readonly string[];
  readonly algorithm: NonNullable<SearchInput['algorithm']>;
  /** Left out: not reranked. */
  readonly rerank?: boolean;
  /** Hits wanted; left out: 100. */
  readonly limit?: number;
  /** Hits of one document at most; left out: 1. */
  readonly perDocument?: number;
  /** Left out: no signals. */
  readonly explain?: boolean;
  /** Searches under way at once. */
  readonly concurrency: number;
  /** Hears every answer. */
  readonly hear?: (answer: SearchAnswer) => void;
}

const DEEPEST = 100;
const DEADLINE_MS = 30_000;
const ATTEMPTS = 3;

/** Asks every query through the product's own search, one hit a document if not told otherwise, to a depth of 100. @returns ranked lists in the order of the queries
 *  @throws `EVAL.NOT_SEARCHED` when a collection was not fully searched: such a figure would say nothing */
export async function runQueries(
  queries: readonly EvaluationQuery[],
  settings: RunSettings,
  server: EvaluatedServer,
): Promise<readonly (readonly RankedDocument[])[]> {
  const results: (readonly RankedDocument[])[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < queries.length; at = next++) results[at] = await ask(queries[at]?.text ?? '', settings, server);
  };
  await Promise.all(Array.from({ length: settings.concurrency }, work));
  return results;
}

async function ask(
  text: string,
  { collections, algorithm, rerank = false, explain = false, limit = DEEPEST, perDocument = 1, hear }: RunSettings,
  { operations, call }: EvaluatedServer,
): Promise<readonly RankedDocument[]> {
  const request = SearchRequest.parse({
    query: text,
    collections,
    algorithm,
    rerank,
    explain,
    limit,
    per_document: perDocument,
    // Judgments know nothing of copies: one that is folded into another would count as not found.
    collapse: false,
    deadline_ms: DEADLINE_MS,
  });
  const answer = await searched(() => operations.search(request, call));
  hear?.(answer);
  return answer.hits.map(({ uri, collection, relevance, range, explanation }) => ({
    collection,
    id: decodeDocumentKey(parseDocumentUri(uri).key),
    relevance,
    range,
    ...(explanation ? { signals: explanation.judge } : {}),
  }));
}

/** Asks again where a lane was late: a busy machine must not cost the run. */
async function searched(search: () => Promise<SearchAnswer>): Promise<SearchAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await search();
    const missed = answer.coverage.find(isMissed);
    if (missed === undefined) return answer;
    const isLate = answer.coverage.some(
      ({ status, lanes }) => status === 'timed_out' || Object.values(lanes).some((lane) => lane?.status === 'timed_out'),
    );
    if (!isLate || attempt === ATTEMPTS)
      throw permanent('EVAL.NOT_SEARCHED', `${missed.collection} was not searched: ${missed.status} ${missed.reason ?? ''}`.trimEnd());
  }
}
