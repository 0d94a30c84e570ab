import { StoreAnswer, StoreInput } from '@tributary/contracts';
import { maskedSecrets } from '../tools/masked-secrets.js';
import { counted } from '../tools/quoted-text.js';
import { defineTool } from '../tools/tool.js';
import { publishedMetadata } from './published-fields.js';

export const storeTool = defineTool({
  name: 'store',
  title: 'Remember a text',
  description:
    'Keep a text (a fact, a decision, a snippet) in a collection, "memory" unless you name one; a missing collection is created. It is searchable when the call returns. Storing the same id again replaces the earlier text; without an id the same text is kept once.',
  annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
  input: StoreInput,
  published: { metadata: publishedMetadata },
  output: StoreAnswer,
  run: (input, { operations, context }) => operations.store(input, context),
  toText: ({ uri, collection, chunks, searchable, token, masked }) =>
    searchable
      ? [`Stored in ${collection} as ${uri} (${counted(chunks, 'chunk')}); it can be searched now.`, maskedSecrets({ masked })]
          .join(' ')
          .trimEnd()
      : `Stored safely in ${collection} as ${uri}; it is still being indexed and will be searchable soon. Search with after ${JSON.stringify(token)} to wait for it.`,
});
