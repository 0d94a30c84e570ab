import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: unknown;
}

/** What the tests ask of a client, whatever SDK and revision it speaks. */
export interface TestClient {
  readonly instructions: string | undefined;
  listTools(): Promise<readonly { readonly name: string }[]>;
  call(
    name: string,
    args: Record<string, unknown>,
    options?: { signal?: AbortSignal; onprogress?: (progress: { progress: number; total?: number | undefined }) => void },
  ): Promise<ToolAnswer>;
  listTemplates(): Promise<readonly string[]>;
  read(uri: string): Promise<string>;
  /** What the server has written to standard error (stdio only). */
  said(): string;
  close(): Promise<void>;
}

export type Target = { readonly http: URL } | { readonly stdio: true };
export const REVISIONS = ['2026-07-28', '2025-11-25', 'SDK 1.x'] as const;
export type Revision = (typeof REVISIONS)[number];

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** The command line of the stdio fixture. */
export const stdioCommand = {
  command: process.execPath,
  args: [
    '--import',
    `${repository}tools/source-hooks.mjs`,
    '--conditions=@tributary/source',
    '--experimental-transform-types',
    fileURLToPath(new URL('./stdio-server.fixture.ts', import.meta.url)),
  ],
};

const INFO = { name: 'test', version: '0.0.0' };

/** Connects an official client and makes sure that it speaks the revision it is meant to. */
export function connectClient(revision: Revision, target: Target): Promise<TestClient> {
  return revision === 'SDK 1.x' ? connectV1(target) : connectV2(revision, target);
}

async function connectV2(revision: '2026-07-28' | '2025-11-25', target: Target): Promise<TestClient> {
  const client = new ClientV2(INFO, { versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' } });
  const transport = 'http' in target ? new HttpV2(target.http) : new StdioV2({ ...stdioCommand, stderr: 'pipe' });
  const said = listenToStderr(transport);
  await client.connect(transport);
  const spoken = client.getNegotiatedProtocolVersion();
  if (spoken !== revision) throw new Error(`Speaks ${spoken ?? 'nothing'}, not ${revision}`);
  return {
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args, options = {}) => toAnswer(await client.callTool({ name, arguments: args }, options)),
    listTemplates: async () => (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    said,
    close: () => client.close(),
  };
}

async function connectV1(target: Target): Promise<TestClient> {
  const client = new ClientV1(INFO);
  const transport = 'http' in target ? new HttpV1(target.http) : new StdioV1({ ...stdioCommand, stderr: 'pipe' });
  const said = listenToStderr(transport);
  await client.connect(transport);
  return {
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args, options = {}) => toAnswer(await client.callTool({ name, arguments: args }, undefined, options)),
    listTemplates: async () => (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
    said,
    close: () => client.close(),
  };
}

function listenToStderr(
  transport: { readonly stderr?: { on(event: 'data', listener: (chunk: Buffer) => void): unknown } | null } | object,
): () => string {
  const chunks: Buffer[] = [];
  if ('stderr' in transport) transport.stderr?.on('data', (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

function toAnswer(result: object): ToolAnswer {
  const {
    isError = false,
    content = [],
    structuredContent,
  }: { isError?: boolean; content?: readonly { type: string; text?: string }[]; structuredContent?: unknown } = result;
  return { isError, text: content.map(({ text }) => text ?? '').join('\n'), structured: structuredContent };
}

function textOf(contents: readonly object[]): string {
  return contents.map((content) => ('text' in content && typeof content.text === 'string' ? content.text : '')).join('\n');
}
