import { SearchRequest, type SearchAnswer, type SearchHit } from '@tributary/contracts';
import { z } from 'zod';
import { parseArguments } from '../../tools/argument-error.js';
import { withoutLists } from '../../hits/without-lists.js';
import { shortScore } from '../../native/brief-answer.js';
import type { Reduction } from '../../tools/fit-answer.js';
import type { ToolCall } from '../../tools/tool.js';
import { searchFilled, type FilledAnswer } from '../filled-search.js';
import { incompleteText, isDone, notSearched } from '../search-completeness.js';
import { algorithmOf, type SearchMode } from './search-mode.js';

export const ScoredResult = z.object({
  path: z.string().describe('Relative to the project; of what has none, its address.'),
  content: z.string(),
  score: z.number().describe('Mode dense: cosine similarity; else the relevance, 0 to 1.'),
  metadata: z.record(z.string(), z.json()),
});
export type ScoredResult = z.infer<typeof ScoredResult>;

interface Wanted {
  readonly query: string;
  readonly collections: readonly string[];
  readonly mode: SearchMode;
  readonly limit: number;
  readonly rerank?: boolean | undefined;
}

interface Found {
  readonly hits: readonly (ScoredResult & { readonly collection: string })[];
  /** What the caller should know of the search. */
  readonly message?: string;
}

/** Searches collections and dresses what is found. @throws `COLLECTION.NOT_FOUND`, and why nothing could be searched in mode dense */
export async function searchCollections({ query, collections, mode, limit, rerank }: Wanted, call: ToolCall): Promise<Found> {
  const { operations, context } = call;
  // A score is a cosine in mode dense, and a reranker that is on by default would put others first.
  const isReranked = rerank ?? (mode === 'dense' ? false : undefined);
  const request = parseArguments(SearchRequest, {
    query,
    collections,
    limit,
    // A result has no room for the addresses of its copies.
    collapse: false,
    algorithm: algorithmOf(mode),
    explain: mode === 'dense',
    ...(isReranked === undefined ? {} : { rerank: isReranked }),
  });
  const search = (one: SearchRequest) => operations.search(one, context);
  const answer = await searchFilled(request, { search, room: () => limit, call });
  requireMeaning(answer, mode);
  const message = messageOf(answer);
  return { hits: answer.hits.map((hit) => toResult(hit, mode)), ...(message === '' ? {} : { message }) };
}

/** An empty answer because nothing could embed the query is none. */
function requireMeaning({ hits, coverage }: SearchAnswer, mode: SearchMode): void {
  const missed = coverage.find((one) => !isDone(one));
  if (mode === 'dense' && hits.length === 0 && missed !== undefined) throw notSearched(missed);
}

function messageOf({ coverage, notes, unfilled }: FilledAnswer): string {
  return [incompleteText(coverage) ?? [], unfilled ?? [], ...notes].flat().join(' ');
}

function toResult(hit: SearchHit, mode: SearchMode) {
  const { id, uri, collection, title, path, range, relevance, content, explanation } = hit;
  const place = { point_id: id, uri, collection, title, ...(range === undefined ? {} : { range }) };
  const score = mode === 'dense' ? (explanation?.lanes['semantic']?.score ?? relevance) : relevance;
  // What a document says of itself comes behind, and takes the place of none of these.
  const metadata = { ...place, ...withoutLists(hit), ...place };
  return { path: path ?? uri, content, score: shortScore(score), metadata, collection };
}

interface Results {
  readonly results: readonly { readonly content: string }[];
  readonly message?: string | undefined;
}

/** Makes an answer smaller: whole results first, then the text of the last one. */
export function resultReductions<Answer extends Results>(): readonly Reduction<Answer>[] {
  return [
    { count: ({ results }) => results.length, least: 1, take: takeResults },
    { count: ({ results }) => results[0]?.content.length ?? 0, least: 0, take: takeContent },
  ];
}

function takeResults<Answer extends Results>(answer: Answer, n: number): Answer {
  const omitted = (answer.results.length - n).toString();
  return withMessage(
    { ...answer, results: answer.results.slice(0, n) },
    `${omitted} more results are left out to keep the answer short: search again with limit ${n.toString()}, or ask for less.`,
  );
}

function takeContent<Answer extends Results>(answer: Answer, n: number): Answer {
  const results = answer.results.map((result) => ({ ...result, content: result.content.slice(0, n), metadata: {} }));
  return withMessage({ ...answer, results }, 'The content of the result is cut.');
}

function withMessage<Answer extends Results>(answer: Answer, sentence: string): Answer {
  return { ...answer, message: answer.message === undefined ? sentence : `${answer.message} ${sentence}` };
}
