import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { SearchAnswer, SearchHit, SearchRequest } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { connectInProcess } from '../../clients/in-process.fixture.js';
import type { McpServerOptions } from '../../server/create-mcp-server.js';
import { createQdrantDialect } from './qdrant-dialect.js';
import { QDRANT_DEFAULTS, type QdrantSettings } from './qdrant-settings.js';

interface Options extends Partial<QdrantSettings> {
  readonly maxAnswerTokens?: number;
  readonly log?: NonNullable<McpServerOptions['log']>;
}

/** A client of a server with this dialect alone, set up as given. */
export function connectQdrant(operations = new MemoryOperations(), { maxAnswerTokens, log, ...settings }: Options = {}) {
  return connectInProcess(operations, {
    dialects: [createQdrantDialect({ ...QDRANT_DEFAULTS, ...settings })],
    ...(maxAnswerTokens === undefined ? {} : { maxAnswerTokens }),
    ...(log && { log }),
  });
}

type Client = Awaited<ReturnType<typeof connectQdrant>>;

/** The texts of an answer, and whether it is an error. */
export async function callTool(client: Client, name: string, args: Readonly<Record<string, unknown>>) {
  const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
  const texts = result.content.map((part) => (part.type === 'text' ? part.text : part.type));
  const code: unknown = result._meta?.['code'];
  return { texts, isError: result.isError ?? false, ...(code === undefined ? {} : { code }), result };
}

/** Answers every search with what it is given, and keeps the requests. */
export class ScriptedSearch extends MemoryOperations {
  readonly requests: SearchRequest[] = [];

  constructor(readonly answer: Partial<SearchAnswer> & { readonly pages?: readonly (readonly SearchHit[])[] }) {
    super();
  }

  override search(request: SearchRequest): Promise<SearchAnswer> {
    this.requests.push(request);
    const { pages = [this.answer.hits ?? []], ...answer } = this.answer;
    const at = Number(request.cursor ?? 0);
    const cursor = at + 1 < pages.length ? { cursor: (at + 1).toString() } : {};
    return Promise.resolve({ coverage: [], notes: [], took_ms: 1, ...answer, hits: (pages[at] ?? []).slice(0, request.limit), ...cursor });
  }
}

export function hit(n: number, collection = 'notes'): SearchHit {
  const id = `00000000-0000-0000-0000-${n.toString().padStart(12, '0')}`;
  const content = `Text ${n.toString()}`;
  return { id, uri: `tributary://${collection}/${n.toString()}#0`, collection, title: content, relevance: 0.5, content, metadata: {} };
}

export function hits(count: number, collection?: string): SearchHit[] {
  return Array.from({ length: count }, (_, n) => hit(n, collection));
}

export function searched(collection: string): SearchAnswer['coverage'][number] {
  return { collection, engine: 'memory', status: 'searched', ms: 1, candidates: 1, lanes: {} };
}
