import { CollectionName, DeleteInput, Filter, isEmptyFilter } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import { publishedFilter } from '../../native/published-fields.js';
import { parseArguments } from '../../tools/argument-error.js';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { inKnownCollection } from '../qdrant/collection-argument.js';
import { structuredResult } from '../structured-result.js';

const Output = z.object({
  status: z.literal('completed'),
  deleted: z.number().int().describe('Points.'),
  documents: z.number().int().optional().describe('Whole documents that they were, with a filter.'),
  message: z.string().optional(),
});
type Output = z.infer<typeof Output>;

export function purgeCollectionTool(): Tool {
  return defineDialectTool({
    name: 'purge_collection',
    title: 'Empty a collection',
    description:
      'Delete every point of a collection and keep the collection; with a filter only the documents that fit it, each whole also where one passage of it fits. With a filter, more than 1,000 points need confirm with their number.',
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
    input: z.strictObject({
      collection: CollectionName,
      filter: Filter.optional(),
      confirm: z.number().int().positive().optional().describe('Number of points that may go, needed above 1,000 with a filter.'),
    }),
    published: { filter: publishedFilter },
    output: Output,
    run: async ({ collection, filter, ...rest }, call): Promise<Output> => {
      const { operations, context } = call;
      if (filter !== undefined && isEmptyFilter(filter))
        throw permanent(
          'DELETE.EMPTY_FILTER',
          'The filter has no condition: leave filter out to empty the collection, or give a condition.',
        );
      const gone = await inKnownCollection([collection], call, async () => {
        if (filter === undefined) return { deleted: (await operations.emptyCollection(collection, context)).points };
        const wanted = parseArguments(DeleteInput, { collection, filter, ...rest });
        const { chunks, documents, notes = [] } = await operations.delete(wanted, context);
        return { deleted: chunks, documents, ...(notes.length === 0 ? {} : { message: notes.join(' ') }) };
      });
      return { status: 'completed', ...gone };
    },
    toResult: structuredResult,
  });
}
