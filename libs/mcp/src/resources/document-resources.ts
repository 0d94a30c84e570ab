import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type McpServer,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { CallContext, Operations } from '@tributary/contracts';
import { toErrorRecord } from '@tributary/kernel';
import { visibleText } from '../tools/visible-text.js';
import { normaliseUri } from './resource-uri.js';

/** Where documents are found as MCP resources. */
const DOCUMENT_TEMPLATE = 'tributary://{collection}/{+document}';

const MAX_COMPLETIONS = 100;

interface DocumentReading {
  readonly operations: Pick<Operations, 'fetch' | 'listCollections'>;
  readonly maxTokens: number;
  readonly contextOf: (signal: AbortSignal) => CallContext;
}

/** Registers documents as resources: one template, read by `fetch`. They are too many to be listed. */
export function registerDocumentResources({ server }: McpServer, { operations, maxTokens, contextOf }: DocumentReading): void {
  server.registerCapabilities({ resources: {}, completions: {} });
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        name: 'document',
        title: 'A document of a collection',
        description: 'A whole document, or one chunk of it with #<chunk>; addresses come from search.',
        uriTemplate: DOCUMENT_TEMPLATE,
        mimeType: 'text/plain',
      },
    ],
  }));
  // The address is taken as it was sent: as a URL object it would lose "." and ".." segments of a key.
  server.setRequestHandler('resources/read', ({ params: { uri } }, { mcpReq }) =>
    read(operations, { uri, maxTokens, context: contextOf(mcpReq.signal) }),
  );
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, { mcpReq }) => {
    const isCollection = ref.type === 'ref/resource' && argument.name === 'collection';
    const values = isCollection ? await collectionsLike(operations, argument.value, contextOf(mcpReq.signal)) : [];
    return { completion: { values: values.slice(0, MAX_COMPLETIONS), total: values.length, hasMore: values.length > MAX_COMPLETIONS } };
  });
}

async function read(
  operations: Pick<Operations, 'fetch'>,
  { uri, maxTokens, context }: { uri: string; maxTokens: number; context: CallContext },
): Promise<ReadResourceResult> {
  try {
    const answer = await operations.fetch({ uri: normaliseUri(uri), token_budget: Math.max(50, Math.floor(maxTokens * 0.9)) }, context);
    return {
      contents: [
        {
          uri,
          mimeType: 'text/plain',
          text: visibleText(answer.content),
          _meta: { title: visibleText(answer.title), truncated: answer.truncated },
        },
      ],
    };
  } catch (error) {
    const { category, code, message } = toErrorRecord(error);
    if (category === 'not_found') throw new ResourceNotFoundError(uri);
    if (category === 'internal') throw new ProtocolError(ProtocolErrorCode.InternalError, `${code}: Something went wrong in the server.`);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${code}: ${message}`, { code });
  }
}

async function collectionsLike(
  operations: Pick<Operations, 'listCollections'>,
  start: string,
  context: CallContext,
): Promise<readonly string[]> {
  const collections = await operations.listCollections(context);
  return collections.map(({ name }) => name).filter((name) => name.toLowerCase().startsWith(start.toLowerCase()));
}
