import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import { layoutField } from '../../hits/layout-field.js';
import { defineDialectTool, type Tool, type ToolCall } from '../../tools/tool.js';
import { structuredResult } from '../structured-result.js';
import { fuseByRank, type FusedHit } from './fuse-by-rank.js';
import type { NextcloudSettings } from './nextcloud-settings.js';
import { checkedQuery, searchLanes, type FoundDocument } from './search-lanes.js';
import { searchedUser } from './searched-user.js';
import type { DocumentVerifier } from '@tributary/sources-port';
import { verifiedOnly } from './verification.js';
import { LANES, checkedWeights, onlyLane, type Weights } from './weights.js';

const MOST = 100;
/** Hits are verified no longer than this. */
const VERIFY_MS = 5_000;

const Algorithm = z.enum(['semantic', 'keyword', 'fuzzy', 'hybrid']);

const Input = z.strictObject({
  query: z.string(),
  limit: z.number().default(10),
  score_threshold: z.number().default(0.7),
  algorithm: Algorithm.default('hybrid'),
  semantic_weight: z.number().optional(),
  keyword_weight: z.number().optional(),
  fuzzy_weight: z.number().optional(),
});
type Input = z.output<typeof Input>;

const Place = z.object({ rank: z.number().int().positive(), score: z.number() }).optional();

const Result = z.object({
  id: z.string(),
  doc_type: z.string(),
  title: z.string(),
  excerpt: z.string(),
  score: z.number().describe('hybrid: 1 is the first place in every lane that counts; else the score of the algorithm.'),
  algorithms: z.object({ semantic: Place, keyword: Place, fuzzy: Place }).describe('Place and score in each lane that found it.'),
});
type Result = z.infer<typeof Result>;

const Output = z.object({
  results: z.array(Result),
  query: z.string(),
  total_found: z.number().int().nonnegative().describe('Documents that fit, beyond `limit`, too.'),
  search_method: Algorithm,
  weights: z.object({ semantic: z.number(), keyword: z.number(), fuzzy: z.number() }),
  dropped: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Documents left out because their source did not confirm that you may read them.'),
  message: z.string().optional(),
});
type Output = z.infer<typeof Output>;

export interface NextcloudSearch {
  readonly settings: NextcloudSettings;
  /** Left out: hits are not verified. */
  readonly verifier?: DocumentVerifier | undefined;
}

/** `nc_semantic_search`: a user’s own documents, by one algorithm or several. */
export function nextcloudSearchTool({ settings, verifier }: NextcloudSearch): Tool {
  return defineDialectTool({
    name: 'nc_semantic_search',
    title: 'Search Nextcloud',
    description:
      'Search Nextcloud content using configurable algorithms: semantic (by meaning), keyword (by exact words, titles first), fuzzy (typing mistakes allowed) or hybrid (all three, weighted). Returns ranked documents with excerpts.',
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: Input,
    published: publishedFields(settings),
    output: Output,
    run: (input, call) => search(input, call, { settings, verifier }),
    toResult: structuredResult,
    reductions: [
      { count: ({ results }: Output) => results.length, least: 1, take: takeResults },
      { count: ({ results }: Output) => results[0]?.excerpt.length ?? 0, least: 0, take: takeExcerpt },
    ],
  });
}

function publishedFields({ semanticWeight, keywordWeight, fuzzyWeight }: NextcloudSettings) {
  const weight = (lane: string, byDefault: number) =>
    z.number().min(0).max(1).default(byDefault).describe(`Weight of ${lane} results (hybrid only); the three sum to 1 at most.`);
  return {
    query: z.string().describe('What to look for, in plain words.'),
    limit: z.number().int().min(1).max(MOST).default(10).describe('Number of results.'),
    score_threshold: z.number().default(0.7).describe('Least similarity of semantic results (semantic and hybrid only).'),
    semantic_weight: weight('semantic', semanticWeight),
    keyword_weight: weight('keyword', keywordWeight),
    fuzzy_weight: weight('fuzzy', fuzzyWeight),
  };
}

async function search(input: Input, call: ToolCall, { settings, verifier }: NextcloudSearch): Promise<Output> {
  const user = searchedUser(call.context.principal, settings.userId);
  const query = checkedQuery(input.query);
  const { limit, algorithm, score_threshold: scoreThreshold } = input;
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) throw permanent('REQUEST.INVALID', `Limit must be between 1 and ${MOST}`);
  const weights = algorithm === 'hybrid' ? checkedWeights(weightsOf(input, settings)) : onlyLane(algorithm);
  const names = LANES.filter((lane) => weights[lane] > 0);
  const { lanes, notes, nearest } = await searchLanes(names, { query, collections: settings.collections, scoreThreshold, user }, call);
  const found = fuseByRank(lanes, weights);
  const { kept, dropped } = await verifiedOnly(found, {
    limit,
    describe: ({ hit }) => ({ collection: hit.passage.collection, id: hit.id, docType: docTypeOf(hit) }),
    verifier,
    options: {
      userId: user.userId,
      subjectToken: call.callerToken,
      signal: AbortSignal.any([call.context.signal, AbortSignal.timeout(VERIFY_MS)]),
    },
  });
  const why = found.length === 0 ? [...notes, whyNothing(user.userId, { scoreThreshold, nearest })] : notes;
  return {
    results: kept.map((one) => toResult(one, algorithm)),
    query,
    total_found: found.length - dropped,
    search_method: algorithm,
    weights,
    ...(dropped === 0 ? {} : { dropped }),
    ...(why.length === 0 ? {} : { message: why.join(' ') }),
  };
}

/** Whose documents were searched is not to be seen of an empty list, nor that the threshold emptied it. */
function whyNothing(
  userId: string | undefined,
  { scoreThreshold, nearest }: { scoreThreshold: number; nearest: number | undefined },
): string {
  const whose = userId === undefined ? 'documents that are no user’s own' : `the documents of ${userId}`;
  const threshold =
    nearest === undefined
      ? ''
      : ` The similarity is ${hundredthsOf(nearest)} at most, and score_threshold is ${scoreThreshold.toString()}: a lower one leaves less out.`;
  return `Nothing was found among ${whose}.${threshold}`;
}

/** Rounded down: at the threshold or above it nothing was left out. */
function hundredthsOf(similarity: number): string {
  return (Math.floor(similarity * 100) / 100).toFixed(2);
}

/** A call’s own weights win over those of the settings. */
function weightsOf(input: Input, settings: NextcloudSettings): Weights {
  return {
    semantic: input.semantic_weight ?? settings.semanticWeight,
    keyword: input.keyword_weight ?? settings.keywordWeight,
    fuzzy: input.fuzzy_weight ?? settings.fuzzyWeight,
  };
}

function toResult({ hit, score, algorithms }: FusedHit<FoundDocument>, algorithm: Input['algorithm']): Result {
  const { id, passage } = hit;
  return {
    id,
    doc_type: docTypeOf(hit),
    title: passage.title,
    excerpt: passage.content,
    score: algorithm === 'hybrid' ? score : hit.score,
    algorithms,
  };
}

function docTypeOf({ passage }: FoundDocument): string {
  const { metadata } = passage;
  const type = metadata['doc_type'] ?? layoutField(passage, 'type') ?? metadata['type'];
  return typeof type === 'string' ? type : 'document';
}

function takeResults(output: Output, n: number): Output {
  const omitted = output.results.length - n;
  const left = `${omitted.toString()} more results are left out to keep the answer short: search again with limit ${n.toString()}, or ask more precisely.`;
  return { ...output, results: output.results.slice(0, n), message: sentences(output.message, left) };
}

function takeExcerpt(output: Output, n: number): Output {
  const results = output.results.map((result) => ({ ...result, excerpt: result.excerpt.slice(0, n) }));
  return { ...output, results, message: sentences(output.message, 'The excerpt is cut.') };
}

function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' ');
}
