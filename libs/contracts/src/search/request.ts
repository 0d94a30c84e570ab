import { z } from 'zod';
import { Filter } from '../filter/filter.js';
import { Priorities } from './priorities.js';
import { Algorithm, CollectionPattern, IsoDate } from '../names/names.js';

const Moment = z
  .union([IsoDate, z.string().regex(/^\d{1,5}[smhdw]$/, 'Write an ISO date or an age such as 7d, 12h, 2w.')])
  .describe('ISO 8601 date, or an age such as 7d.');

/** Hits of one answer at most. */
export const MOST_HITS = 100;

const Weight = z.number().nonnegative('A weight is 0 or greater: 0 leaves the lane out, 2 counts twice as much as 1.');

const WriteToken = z.string().min(1).max(20_000);

/** The fields of the native tool `search` and of `POST /api/search`. */
export const SearchRequest = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1, 'The query is empty: say what to look for.')
    .max(20_000, 'The query is longer than 20,000 characters: ask a shorter question.')
    .describe('What to look for, in plain words. "exact words" must occur, -word must not.'),
  collections: z
    .array(CollectionPattern)
    .min(1, 'An empty list searches nothing: leave collections out to search all, or name some.')
    .max(1000)
    .default(['*'])
    .describe('Names of collections or projects, patterns with *, "*" for all, "auto" to let the cards decide.'),
  max_collections: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('"auto" asks at most so many; left out: 8, or three in ten where that is more.'),
  since: Moment.optional().describe('Only documents modified at or after this moment (ISO date, or an age such as 7d).'),
  until: Moment.optional().describe('Only documents modified at or before this moment.'),
  algorithm: Algorithm.default('hybrid').describe('How to rank; hybrid suits nearly every question.'),
  weights: z
    .strictObject({ semantic: Weight.optional(), keyword: Weight.optional(), fuzzy: Weight.optional() })
    .optional()
    .describe('Relative weight of each lane; what is left out keeps its default.'),
  priorities: Priorities.optional().describe('Collections to prefer, the most preferred first: moves their hits up.'),
  limit: z.number().int().min(1).max(MOST_HITS).default(10).describe('Number of hits.'),
  filter: Filter.optional(),
  min_relevance: z.number().min(0).max(1).default(0).describe('Leave out hits whose relevance is below this.'),
  context: z
    .enum(['chunk_only', 'enhanced', 'full_note'])
    .default('chunk_only')
    .describe('The passage alone, with two neighbours on each side, or the whole document.'),
  rerank: z
    .boolean()
    .optional()
    .describe('Let a reranker reorder the head, where one is configured. Left out: as the server is set up, else no.'),
  diversity: z.number().min(0).max(1).default(0).describe('0 ranks by relevance alone, 1 avoids similar hits most.'),
  per_document: z.number().int().min(1).max(100).default(2).describe('Hits of one document at most.'),
  collapse: z
    .boolean()
    .default(true)
    .describe('Show a passage that stands nearly word for word in several documents once, with the other addresses in also_in.'),
  token_budget: z.number().int().min(50).max(200_000).optional().describe('The contents together cost at most this many tokens.'),
  explain: z.boolean().default(false).describe('Say for each hit how it got its place.'),
  require: z.enum(['any', 'all']).default('any').describe('all: an error unless every selected collection was searched.'),
  deadline_ms: z.number().int().min(50).max(30_000).default(2000).describe('Answer within this many milliseconds with what is there.'),
  cursor: z.string().max(200).optional().describe('Continues an earlier answer.'),
  after: z
    .union([WriteToken, z.array(WriteToken).max(100)])
    .optional()
    .describe('Tokens of writes (store, ingest, delete): waits until what they wrote is searchable, or says that it is not.'),
  wait_ms: z.number().int().min(0).max(30_000).default(1000).describe('Wait for `after` at most this long, before the search begins.'),
});
export type SearchRequest = z.infer<typeof SearchRequest>;
/** A request as callers write it: defaults may be left out. */
export type SearchInput = z.input<typeof SearchRequest>;

/** Milliseconds in which a request is to be answered: those of the search, and those it may wait for writes before. */
export function timeOf({ deadline_ms, after, wait_ms, cursor }: SearchRequest): number {
  return deadline_ms + (after === undefined || cursor !== undefined ? 0 : wait_ms);
}

const DEFAULTS: Readonly<Record<string, unknown>> = SearchRequest.parse({ query: 'any' });

/** A request as one process sends it to another: without what is as it is by default. While services of two versions run side by side, the older one refuses
 *  fields it does not know, and so only the searches that use one. */
export function withoutDefaults({ query, ...options }: SearchRequest): SearchInput {
  const said = Object.entries(options).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULTS[name]));
  return { query, ...Object.fromEntries(said) };
}
