import { DeleteAnswer, DeleteInput } from '@tributary/contracts';
import { counted } from '../tools/quoted-text.js';
import { defineTool } from '../tools/tool.js';
import { publishedFilter } from './published-fields.js';

export const deleteTool = defineTool({
  name: 'delete',
  title: 'Delete documents',
  description:
    'Remove documents by ids (the uri of hits or documents) or by a filter within one collection; give exactly one of the two. Call it with dry_run first: it counts and changes nothing. More than 1,000 chunks need confirm with that count.',
  annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
  input: DeleteInput,
  published: { filter: publishedFilter },
  output: DeleteAnswer,
  run: (input, { operations, context }) => operations.delete(input, context),
  toText: ({ documents, chunks, dry_run: isDry, notes = [] }) =>
    [
      `${isDry ? 'Would delete' : 'Deleted'} ${counted(documents, 'document')} (${counted(chunks, 'chunk')}).${isDry ? ' Nothing was changed.' : ''}`,
      ...notes,
    ].join('\n'),
});
