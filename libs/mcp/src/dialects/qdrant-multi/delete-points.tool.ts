import { CollectionName, DeleteInput } from '@tributary/contracts';
import { z } from 'zod';
import { parseArguments } from '../../tools/argument-error.js';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { inKnownCollection } from '../qdrant/collection-argument.js';
import { structuredResult } from '../structured-result.js';

const Output = z.object({
  status: z.literal('completed'),
  deleted: z.number().int().describe('Points.'),
  documents: z.number().int().describe('Whole documents that they were.'),
  message: z.string().optional(),
});
type Output = z.infer<typeof Output>;

export function deletePointsTool(): Tool {
  return defineDialectTool({
    name: 'delete_points',
    title: 'Delete points',
    description:
      'Delete points of a collection by their ids. A passage of a longer document goes with the whole document. More than 1,000 need confirm with their number.',
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
    input: z.strictObject({
      collection: CollectionName,
      ids: z
        .array(z.union([z.string().min(1).max(2048), z.number().int().nonnegative()]))
        .min(1, 'An empty list deletes nothing: name the points.')
        .max(10_000),
      confirm: z.number().int().positive().optional().describe('Number of points that may go, needed above 1,000.'),
    }),
    output: Output,
    run: async ({ collection, ids, ...rest }, call): Promise<Output> => {
      const named = parseArguments(DeleteInput, { collection, ids: ids.map(String), ...rest });
      const {
        chunks,
        documents,
        notes = [],
      } = await inKnownCollection([collection], call, () => call.operations.delete(named, call.context));
      return { status: 'completed', deleted: chunks, documents, ...(notes.length === 0 ? {} : { message: notes.join(' ') }) };
    },
    toResult: structuredResult,
  });
}
