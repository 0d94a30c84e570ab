import { DeleteInput } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import { publishedFilter } from '../../../native/published-fields.js';
import { parseArguments } from '../../../tools/argument-error.js';
import { counted } from '../../../tools/quoted-text.js';
import { defineDialectTool, type Tool, type ToolCall } from '../../../tools/tool.js';
import { CollectionArgument, inKnownCollection, namedCollection, nameHere, publishedCollection } from '../collection-argument.js';
import { QueryFilterArgument, readQueryFilter } from '../query-filter.js';
import type { QdrantSettings } from '../qdrant-settings.js';
import { writtenIds } from './written-ids.js';

const WHOLE = 'A passage of a longer document goes with the whole document.';
const BY_IDS = `Delete points of a collection by their ids. ${WHOLE}`;
const BY_IDS_OR_FILTER = `Delete points of a collection by their ids or by a filter; give exactly one of the two. Ids are safer. ${WHOLE}`;

const Input = z.strictObject({
  collection_name: CollectionArgument,
  point_ids: z.array(z.string().min(1)).max(10_000).optional(),
  query_filter: QueryFilterArgument,
  confirm: z.number().int().positive().optional(),
});
type Input = z.output<typeof Input>;

const InputWithoutFilter = Input.omit({ query_filter: true });

export function deleteTool(settings: QdrantSettings): Tool {
  const { allowArbitraryFilter: takesFilter } = settings;
  return defineDialectTool({
    name: 'qdrant-delete',
    title: 'Delete points',
    description: takesFilter ? BY_IDS_OR_FILTER : BY_IDS,
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
    input: takesFilter ? Input : InputWithoutFilter,
    published: {
      collection_name: publishedCollection(settings, 'The collection to delete from'),
      point_ids: z.array(z.string()).optional().describe('Ids of the points to delete'),
      ...(takesFilter ? { query_filter: publishedFilter } : {}),
      confirm: z.number().int().positive().optional().describe('Number of points that may go, needed above 1,000'),
    },
    run: (input, call) => {
      const { collection_name: named, ...what }: Input = input;
      return deletePoints(namedCollection(named, settings), { what, takesFilter }, call);
    },
    toResult: (deleted) => ({ content: [{ type: 'text', text: deletedText(deleted) }] }),
  });
}

interface Deleted {
  readonly collection: string;
  readonly points: number;
  readonly documents: number;
  /** Which of those named were not there. */
  readonly notes?: readonly string[] | undefined;
}

function deletedText({ collection, points, documents, notes = [] }: Deleted): string {
  const whole = points > documents ? `, ${counted(documents, 'whole document')}` : '';
  return [`Deleted ${counted(points, 'point')} from collection ${collection}${whole}.`, ...notes].join(' ');
}

async function deletePoints(
  collection: string,
  { what, takesFilter }: { readonly what: Omit<Input, 'collection_name'>; readonly takesFilter: boolean },
  call: ToolCall,
): Promise<Deleted> {
  const { point_ids: ids, confirm } = what;
  const filter = readQueryFilter(what.query_filter);
  if (ids?.length === 0) throw permanent('REQUEST.INVALID', 'point_ids is an empty list: name the points to delete.');
  if ((ids === undefined) === (filter === undefined)) {
    const wanted = takesFilter ? 'Give either point_ids or query_filter.' : 'Give point_ids: the ids of the points to delete.';
    throw permanent('REQUEST.INVALID', wanted);
  }
  const named = {
    collection: nameHere(collection),
    ...(filter && { filter }),
    ...(confirm === undefined ? {} : { confirm }),
  };
  const { chunks, documents, notes } = await inKnownCollection([collection], call, async () => {
    const points = ids && { ids: await writtenIds({ collection: named.collection, ids }, call) };
    return call.operations.delete(parseArguments(DeleteInput, { ...named, ...points }), call.context);
  });
  return { collection, points: chunks, documents, notes };
}
