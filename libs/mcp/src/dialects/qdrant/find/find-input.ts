import { z } from 'zod';
import { publishedFilter } from '../../../native/published-fields.js';
import { CollectionArgument } from '../collection-argument.js';
import { QueryFilterArgument } from '../query-filter.js';
import type { QdrantSettings } from '../qdrant-settings.js';

/** What a call is checked by. */
export const FindInput = z.strictObject({
  query: z.string(),
  collection_name: CollectionArgument,
  collections: z.array(z.string()).max(1000).optional(),
  mode: z.enum(['minimal', 'full']).optional(),
  limit: z.number().int().min(1).max(100).optional(),
  query_filter: QueryFilterArgument,
  rerank: z.boolean().optional(),
});
export type FindInput = z.output<typeof FindInput>;

export const FindInputWithoutFilter = FindInput.omit({ query_filter: true });

/** The same as clients are told. */
export function publishedFindInput(settings: QdrantSettings): Readonly<Record<string, z.ZodType>> {
  const { collection, findMode, limit, allowArbitraryFilter, rerankerTopK } = settings;
  return {
    query: z.string().describe('What to search for'),
    collection_name: z.string().optional().describe('Deprecated, use collections: the collection to search in'),
    collections: z
      .array(z.string())
      .optional()
      .describe(`Collections to search; ["*"] searches all of them${collection === undefined ? '' : `; left out: ${collection}`}`),
    mode: z
      .enum(['minimal', 'full'])
      .optional()
      .describe(`minimal: a line a hit without its text; full: whole entries; left out: ${findMode}`),
    limit: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe(
        `Most results; of several collections up to ${settings.multiCollectionLimitMultiplier.toString()} times as many; left out: ${limit.toString()}`,
      ),
    ...(allowArbitraryFilter ? { query_filter: publishedFilter } : {}),
    rerank: z
      .boolean()
      .optional()
      .describe(`Let a reranker choose among more candidates; answers the best ${rerankerTopK.toString()} at most`),
  };
}
