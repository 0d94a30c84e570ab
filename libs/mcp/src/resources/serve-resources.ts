import { ResourceNotFoundError, type McpServer, type ReadResourceResult } from '@modelcontextprotocol/server';
import type { CallContext, Operations } from '@tributary/contracts';
import { hasCode, toErrorRecord } from '@tributary/kernel';
import { z } from 'zod';
import { asProtocolError } from '../tools/protocol-failure.js';
import { visibleText } from '../tools/visible-text.js';
import { continuation } from './continuation.js';
import { collectionOf, listPage, readCollection } from './collection-resources.js';
import type { ResourceFolder } from './resource-folder.js';
import { normaliseUri } from './resource-uri.js';

const DOCUMENTS = {
  name: 'document',
  title: 'A document of a collection',
  description: 'A whole document, or one chunk of it with #<chunk>; addresses come from search.',
  uriTemplate: 'tributary://{collection}/{+document}',
  mimeType: 'text/plain',
};

// Checked by us, since the SDK answers what its own schema refuses as a fault of the server.
const ListParams = z.looseObject({ cursor: z.string().optional() });
const ReadParams = z.looseObject({ uri: z.string() });

/** What a client that stays connected can be told of. */
export interface Subscribing {
  /** That the list of resources is another one. */
  readonly listChanged: boolean;
  /** That one resource is another one. */
  readonly subscribe: boolean;
}

interface ResourceServing {
  readonly operations: Pick<Operations, 'fetch' | 'listCollections' | 'getCollection'>;
  /** Of the dialects, beside documents and collections. */
  readonly folders: readonly ResourceFolder[];
  readonly maxTokens: number;
  /** Name of the tool that reads documents; left out: there is none. */
  readonly fetchTool: string | undefined;
  readonly contextOf: (signal: AbortSignal) => CallContext;
  readonly report: ((error: unknown) => void) | undefined;
  readonly subscribing: Subscribing;
}

type Reading = Pick<ResourceServing, 'operations' | 'folders' | 'maxTokens' | 'fetchTool'> & { readonly context: CallContext };

/** Serves collections, which are listed, and documents, which are too many to be listed: one template, read by `fetch`. */
export function serveResources(mcp: McpServer, { contextOf, report, subscribing, ...reading }: ResourceServing): void {
  const { operations, folders } = reading;
  const { server } = mcp;
  server.registerCapabilities({ resources: subscribing });
  if (subscribing.subscribe) acceptSubscriptions(mcp);
  server.setRequestHandler('resources/list', { params: ListParams }, async ({ cursor }, { mcpReq }) => {
    const first = cursor === undefined ? folders.flatMap(({ resources }) => [...resources]) : [];
    try {
      const page = await listPage(operations, cursor, contextOf(mcpReq.signal));
      return { ...page, resources: [...first, ...page.resources] };
    } catch (error) {
      throw asProtocolError(error, report);
    }
  });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [DOCUMENTS, ...folders.flatMap(({ templates }) => [...templates])],
  }));
  // The address is taken as it was sent: as a URL object it would lose "." and ".." segments of a key.
  server.setRequestHandler('resources/read', { params: ReadParams }, async ({ uri }, { mcpReq }) => {
    try {
      return await read(uri, { ...reading, context: contextOf(mcpReq.signal) });
    } catch (error) {
      if (toErrorRecord(error).category === 'not_found' || hasCode(error, 'URI.INVALID')) throw new ResourceNotFoundError(uri);
      throw asProtocolError(error, report);
    }
  });
}

/** Of the 2025 revisions; whoever holds the connection sees them pass and watches. */
function acceptSubscriptions({ server }: McpServer): void {
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}

async function read(uri: string, { operations, folders, maxTokens, fetchTool, context }: Reading): Promise<ReadResourceResult> {
  for (const folder of folders) {
    const own = folder.read(uri);
    if (own !== undefined) return own;
  }
  const collection = collectionOf(uri);
  if (collection !== undefined) return readCollection(operations, { uri, collection, context });
  const answer = await operations.fetch({ uri: normaliseUri(uri), token_budget: Math.max(50, Math.floor(maxTokens * 0.9)) }, context);
  const { content, title, truncated } = answer;
  // Few clients show what stands beside the text.
  const end = truncated ? `\n\n[Cut here. The text goes on: ${continuation(answer, fetchTool)}]` : '';
  return {
    contents: [{ uri, mimeType: 'text/plain', text: visibleText(content + end), _meta: { title: visibleText(title), truncated } }],
  };
}
