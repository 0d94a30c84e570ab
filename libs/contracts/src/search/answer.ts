import { z } from 'zod';
import { TextRange } from '../points/payload.js';
import { HitFolder } from '../sources/source-folder.js';
import { Coverage } from './coverage.js';
import { RerankedHead } from './reranked-head.js';
import { Selection } from './selection.js';

/** What happened to a hit on its way to its place; filled on request. */
export const Explanation = z.object({
  lanes: z
    .record(z.string(), z.object({ rank: z.number().int().positive(), score: z.number() }))
    .describe('Rank (from 1) and raw score in each lane that nominated the hit.'),
  judge: z.record(z.string(), z.number()).describe('Each signal of the judge, by name.'),
  steps: z.array(z.object({ step: z.string(), effect: z.string() })),
});
export type Explanation = z.infer<typeof Explanation>;

/** What a step on the way from the candidates to the page did to the list as a whole. */
export const SearchStep = z.object({
  step: z.enum([
    'nominate',
    'conditions',
    'judge',
    'min_relevance',
    'collapse',
    'rerank',
    'priorities',
    'per_document',
    'diversity',
    'page',
  ]),
  left: z.number().int().nonnegative().describe('Passages left after it.'),
  dropped: z.number().int().nonnegative(),
  moved: z.number().int().nonnegative().describe('Passages that have another place among those that are left.'),
  by: z.string().optional().describe('What did it, where that has a name.'),
});
export type SearchStep = z.infer<typeof SearchStep>;

export const SearchHit = z.object({
  id: z.string().describe('Id of the point.'),
  uri: z.string().describe('tributary://<collection>/<document>#<chunk>, for fetch.'),
  collection: z.string(),
  title: z.string(),
  heading: z
    .string()
    .optional()
    .describe('Title path of the passage, where it is more than the title: `src/a.ts › class A › method b`, `Guide › Install`.'),
  path: z.string().optional(),
  range: TextRange.optional(),
  relevance: z.number().min(0).max(1).describe('0 to 1, comparable across collections and queries.'),
  content: z.string(),
  metadata: z.record(z.string(), z.json()),
  given: z
    .array(z.string())
    .optional()
    .describe('Metadata that the maker of the text gave, though the layout has fields of these names; present only where there are any.'),
  layout: z
    .record(z.string(), z.json())
    .optional()
    .describe('What the layout says in the fields of `given`; present only where it has any of them.'),
  more: z.number().int().positive().optional().describe('Further hits of the same document that were left out.'),
  also_in: z
    .array(z.string())
    .optional()
    .describe('Addresses of near duplicates in other documents that this hit stands for; present only where there are any.'),
  explanation: Explanation.optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** The one answer to a search, on every surface. */
export const SearchAnswer = z.object({
  hits: z.array(SearchHit),
  coverage: z.array(Coverage),
  notes: z.array(z.string()),
  folders: z.array(HitFolder).optional().describe('Below which the paths of hits lie, as far as the caller may know.'),
  selection: Selection.optional().describe('On request (explain): how "auto" chose among the collections.'),
  course: z.array(SearchStep).optional().describe('On request (explain): what each step did to the list, in their order.'),
  reranked: RerankedHead.optional().describe('Where a reranker was asked for and there was something to reorder: how far it got.'),
  cursor: z.string().optional(),
  took_ms: z.number().nonnegative(),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;
