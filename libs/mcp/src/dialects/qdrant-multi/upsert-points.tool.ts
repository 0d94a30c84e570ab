import { CollectionName, PointInput, UpsertPointsInput } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import { parseArguments } from '../../tools/argument-error.js';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { structuredResult } from '../structured-result.js';

const MOST = 1000;

const Output = z.object({
  status: z.enum(['completed', 'acknowledged']),
  ids: z.array(z.string()).describe('Of the points, in the order given.'),
});
type Output = z.infer<typeof Output>;

export function upsertPointsTool(): Tool {
  return defineDialectTool({
    name: 'upsert_points',
    title: 'Write points',
    description:
      'Write points into a collection: each with a text, which is embedded by the collection’s own model, or with a vector of that model. The same id replaces the point.',
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
    input: z.strictObject({
      collection: CollectionName,
      points: z.array(PointInput).min(1, 'An empty list writes nothing: give points.').max(MOST),
    }),
    published: { points: z.array(PointInput).min(1).max(MOST).describe('{ id?, vector? | text, payload? }') },
    output: Output,
    run: async ({ collection, points }, { operations, context }): Promise<Output> => {
      points.forEach(requireContent);
      const { ids, searchable } = await operations.upsertPoints(parseArguments(UpsertPointsInput, { collection, points }), context);
      return { status: searchable ? 'completed' : 'acknowledged', ids };
    },
    toResult: structuredResult,
  });
}

function requireContent({ text, vector }: PointInput, at: number): void {
  if (text !== undefined || vector !== undefined) return;
  throw permanent('REQUEST.INVALID', `points.${at.toString()}: give a text, or a vector of the collection’s model.`);
}
