import { SearchRequest, type SearchAnswer, type SearchHit } from '@tributary/contracts';
import { parseDocumentUri, permanent, retryable } from '@tributary/kernel';
import { parseQuery } from '@tributary/ranking';
import { parseArguments } from '../../tools/argument-error.js';
import type { ToolCall } from '../../tools/tool.js';
import { incompleteText } from '../search-completeness.js';
import { characterOverlap, wordsOf } from './character-overlap.js';
import type { LaneHit } from './fuse-by-rank.js';
import type { SearchedUser } from './searched-user.js';
import type { Lane } from './weights.js';
import { wordMatch } from './word-match.js';

/** Documents of one lane at most. */
const DEPTH = 100;

export interface LaneSearch {
  readonly query: string;
  readonly collections: readonly string[];
  /** Hits of the semantic lane below this cosine are left out. */
  readonly scoreThreshold: number;
  readonly user: SearchedUser;
}

/** A document with the passage that speaks for it. */
export interface FoundDocument extends LaneHit {
  readonly passage: SearchHit;
}

/** What the lanes found, and which of them and of the collections had nothing to say because they could not be searched. */
export interface LaneFindings {
  readonly lanes: Readonly<Partial<Record<Lane, readonly FoundDocument[]>>>;
  readonly notes: readonly string[];
  /** The greatest cosine of a document that the threshold left out. */
  readonly nearest?: number;
}

/** Searches the lanes at once, each by the native algorithm of its name. @throws what refuses all of them; the failure of the only one */
export async function searchLanes(names: readonly Lane[], search: LaneSearch, call: ToolCall): Promise<LaneFindings> {
  const answers = await Promise.all(names.map(async (lane) => ({ lane, answer: await ask(lane, search, call) })));
  const judged = answers.map(({ lane, answer }) => ({ failure: failureOf(lane, answer), coverage: answer.coverage }));
  const failures = judged.flatMap(({ failure }) => failure ?? []);
  const [first] = failures;
  if (first !== undefined && failures.length === names.length) throw retryable(first.code, first.message);
  const judge = scorers(search);
  const lanes = Object.fromEntries(answers.map(({ lane, answer }) => [lane, rank(answer.hits, judge[lane])]));
  const cosines = answers.flatMap(({ lane, answer }) => (lane === 'semantic' ? answer.hits.map(cosineOf) : []));
  const below = cosines.filter((cosine) => cosine < search.scoreThreshold);
  const incomplete = incompleteText(judged.flatMap(({ failure, coverage }) => (failure === undefined ? coverage : [])));
  return {
    lanes,
    notes: [...failures.map(({ message }) => message), incomplete ?? []].flat(),
    ...(below.length === 0 ? {} : { nearest: Math.max(...below) }),
  };
}

function ask(lane: Lane, { query, collections, user }: LaneSearch, { operations, context }: ToolCall): Promise<SearchAnswer> {
  const request = parseArguments(SearchRequest, {
    query,
    collections,
    algorithm: lane,
    filter: user.filter,
    limit: DEPTH,
    per_document: 1,
    collapse: false,
    rerank: false,
    explain: true,
  });
  return operations.search(request, { ...context, principal: user.principal });
}

interface LaneFailure {
  readonly code: string;
  readonly message: string;
}

/** A lane that had nothing to look for has answered, too. */
const ANSWERED: ReadonlySet<string> = new Set(['searched', 'skipped']);

/** Why a lane says nothing: every collection that was to be searched was not. */
function failureOf(lane: Lane, { coverage, hits }: SearchAnswer): LaneFailure | undefined {
  if (hits.length > 0 || coverage.length === 0) return undefined;
  if (coverage.some(({ status, lanes }) => status === 'searched' || ANSWERED.has(lanes[lane]?.status ?? ''))) return undefined;
  const [{ code = 'SEARCH.INCOMPLETE', reason = 'no answer' } = {}] = coverage;
  return { code, message: `The ${lane} search failed: ${reason.replace(/^\w+: /, '')}` };
}

/** Undefined for a hit that is none by the rules of the lane. */
type Scorer = (hit: SearchHit) => number | undefined;

function scorers({ query, scoreThreshold }: LaneSearch): Readonly<Record<Lane, Scorer>> {
  const { terms, words } = parseQuery(query);
  const ids = terms.map(({ id }) => id);
  const telling = tellingWords(query, new Set(words));
  return {
    semantic: (hit) => atLeast(cosineOf(hit), scoreThreshold),
    keyword: ({ title, content, explanation }) =>
      aboveZero(wordMatch(ids, { title, content, lexical: explanation?.judge['lexical_pooled'] ?? 0 })),
    fuzzy: ({ title, content }) => aboveZero(characterOverlap(telling, `${title}\n${content}`)),
  };
}

function cosineOf({ explanation }: SearchHit): number {
  return explanation?.lanes['semantic']?.score ?? 0;
}

/** The words as they stand in the query, not the parts of identifiers, and without stop words where there are others. */
function tellingWords(query: string, known: ReadonlySet<string>): readonly string[] {
  const all = [...wordsOf(query)];
  const telling = all.filter((word) => known.has(word));
  return telling.length > 0 ? telling : all;
}

function atLeast(score: number, threshold: number): number | undefined {
  return score >= threshold ? score : undefined;
}

function aboveZero(score: number): number | undefined {
  return score > 0 ? score : undefined;
}

/** Equal scores stay in the order of the native lane. */
function rank(hits: readonly SearchHit[], scoreOf: Scorer): FoundDocument[] {
  return hits
    .flatMap((passage) => {
      const score = scoreOf(passage);
      return score === undefined ? [] : [{ ...documentOf(passage), score, passage }];
    })
    .toSorted((a, b) => b.score - a.score);
}

function documentOf({ uri }: SearchHit): Pick<LaneHit, 'document' | 'id'> {
  const { collection, key } = parseDocumentUri(uri);
  return { document: `${collection}/${key}`, id: key };
}

/** @throws `REQUEST.INVALID` */
export function checkedQuery(query: string): string {
  if (query.trim() === '') throw permanent('REQUEST.INVALID', 'Query cannot be empty');
  return query;
}
