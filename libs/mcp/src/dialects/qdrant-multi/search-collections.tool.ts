import { z } from 'zod';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { ScoredResult, resultReductions, searchCollections } from '../projects/search-collections.js';
import { SearchModeArgument } from '../projects/search-mode.js';
import { inKnownCollection } from '../qdrant/collection-argument.js';
import { structuredResult } from '../structured-result.js';

const Output = z.object({
  results: z.array(ScoredResult.extend({ collection: z.string(), query: z.string() })),
  message: z.string().optional(),
});
type Output = z.infer<typeof Output>;

export function searchCollectionsTool(): Tool {
  return defineDialectTool({
    name: 'search_collections',
    title: 'Search collections',
    description:
      'Search several collections at once, ranked on one scale; each result says which collection it is from. Names, patterns with *, or ["*"] for all of them.',
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: z.strictObject({
      query: z.string().describe('What to look for, in plain words. "exact words" must occur, -word must not.'),
      collections: z
        .array(z.string().min(1).max(260))
        .min(1, 'An empty list searches nothing: name collections, or ["*"] for all.')
        .max(1000)
        .describe('Names or patterns of collections; ["*"] searches all.'),
      mode: SearchModeArgument,
      limit: z.number().int().min(1).max(100).default(10).describe('Number of results.'),
    }),
    output: Output,
    run: async ({ query, collections, mode, limit }, call): Promise<Output> => {
      const search = () => searchCollections({ query, collections, mode, limit }, call);
      const { hits, message } = await inKnownCollection(collections, call, search);
      return { results: hits.map((hit) => ({ ...hit, query })), ...(message === undefined ? {} : { message }) };
    },
    toResult: structuredResult,
    reductions: resultReductions<Output>(),
  });
}
