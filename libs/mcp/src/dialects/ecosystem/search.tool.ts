import { SearchRequest, type SearchHit } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import { withoutLists } from '../../hits/without-lists.js';
import { parseArguments } from '../../tools/argument-error.js';
import { defineDialectTool, type Tool, type ToolCall } from '../../tools/tool.js';
import { isDone, notSearched } from '../search-completeness.js';
import { structuredResult } from '../structured-result.js';
import { equalitiesFilter } from './equalities.js';
import type { RegisteredCollection } from './ecosystem-settings.js';
import type { OpenedCollections } from './opened-collections.js';

const MOST = 100;
const NOTHING_FOUND = 'No results found matching criteria';

const Input = z.strictObject({
  query: z.string(),
  limit: z.number().default(5),
  score_threshold: z.number().default(0.7),
  /** Checked by `equalitiesFilter`, whose messages say what this filter is. */
  filter: z.unknown().optional(),
});

const published = {
  query: z.string().describe('What to look for, in plain words.'),
  limit: z.number().int().min(1).max(MOST).default(5).describe('Number of results.'),
  score_threshold: z.number().default(0.7).describe('Leaves out results whose cosine similarity is below this.'),
  filter: z
    .looseObject({})
    .optional()
    .describe(
      'Fields of the metadata and the value each must have, such as {"subdirectory":"qdrant_client_docs"}; a list means any of its values.',
    ),
};

const Result = z.object({
  score: z.number().describe('Cosine similarity.'),
  text: z.string(),
  subdirectory: z.string().nullable(),
  source_file: z.string().nullable(),
  id: z.string(),
  metadata: z.looseObject({}),
});
type Result = z.infer<typeof Result>;

const Output = z.object({ results: z.array(Result), message: z.string().optional() });
type Output = z.infer<typeof Output>;

/** `qdrant_search_<alias>`: by meaning, in one collection. */
export function searchTool(alias: string, registered: RegisteredCollection, opened: OpenedCollections): Tool {
  const { collection, description, model } = registered;
  return defineDialectTool({
    name: `qdrant_search_${alias}`,
    title: `Search ${collection}`,
    description: `Search the ${collection} collection (${description}) using semantic similarity with ${model}`,
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: Input,
    published,
    output: Output,
    run: async ({ query, limit, score_threshold: threshold, filter }, call): Promise<Output> => {
      if (query.trim() === '') throw permanent('REQUEST.INVALID', 'Query cannot be empty');
      if (!Number.isInteger(limit) || limit < 1 || limit > MOST) throw permanent('REQUEST.INVALID', `Limit must be between 1 and ${MOST}`);
      const wanted = { query, limit, filter: equalitiesFilter(filter) };
      await opened.open(collection, call);
      const hits = await opened.guard({ collection, call }, () => searchByMeaning(collection, wanted, call));
      const results = hits
        .map(toResult)
        .filter(({ score }) => score >= threshold)
        .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
      return results.length === 0 ? { results, message: NOTHING_FOUND } : { results };
    },
    toResult: structuredResult,
    reductions: [
      { count: ({ results }: Output) => results.length, least: 1, take: takeResults },
      { count: ({ results }: Output) => results[0]?.text.length ?? 0, least: 0, take: takeText },
    ],
  });
}

interface Wanted {
  readonly query: string;
  readonly limit: number;
  readonly filter: ReturnType<typeof equalitiesFilter>;
}

async function searchByMeaning(
  collection: string,
  { query, limit, filter }: Wanted,
  { operations, context }: ToolCall,
): Promise<readonly SearchHit[]> {
  const request = parseArguments(SearchRequest, {
    query,
    limit,
    filter,
    collections: [collection],
    algorithm: 'semantic',
    per_document: MOST,
    collapse: false,
    rerank: false,
    explain: true,
  });
  const { hits, coverage } = await operations.search(request, context);
  const missed = coverage.find((one) => !isDone(one));
  if (missed !== undefined && hits.length === 0) throw notSearched(missed);
  return hits;
}

function toResult(hit: SearchHit): Result {
  const { id, content, path, explanation } = hit;
  const metadata = withoutLists(hit);
  return {
    score: explanation?.lanes['semantic']?.score ?? 0,
    text: content,
    subdirectory: textOf(metadata['subdirectory']),
    source_file: textOf(metadata['source_file'] ?? path ?? metadata['source']),
    id,
    metadata,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function takeResults({ results }: Output, n: number): Output {
  const omitted = results.length - n;
  const message = `${omitted.toString()} more results are left out to keep the answer short: search again with limit ${n.toString()}, or a higher score_threshold.`;
  return { results: results.slice(0, n), message };
}

function takeText({ results, message = '' }: Output, n: number): Output {
  const cut = results.map((result) => ({ ...result, text: result.text.slice(0, n), metadata: {} }));
  return { results: cut, message: `${message} The text of the result is cut.`.trim() };
}
