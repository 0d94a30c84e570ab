import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DialectSet } from '../dialects/dialect-set.js';
import { createMcpHttpHandler } from '../http/mcp-http-handler.js';
import type { Json } from './json.fixture.js';
import { TenantOperations, type Tenant } from './tenants.fixture.js';

/** What came back, byte for byte. */
export interface RawAnswer {
  readonly status: number;
  /** Headers and body. */
  readonly bytes: string;
  /** The message with the answer; undefined when there is none. */
  readonly message: unknown;
}

export interface FuzzedServer {
  readonly reported: readonly unknown[];
  send(request: { tenant: Tenant; dialects: string; method: string; params: Readonly<Record<string, Json>> }): Promise<RawAnswer>;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

const MODERN = '2026-07-28';
/** A call that has not answered after this long hangs. */
const TIMEOUT_MS = 10_000;

interface Serving {
  readonly dialects: DialectSet;
  readonly tenants: readonly Tenant[];
  readonly maxAnswerTokens: number;
}

/** One MCP endpoint for two tenants, spoken to in raw messages of both eras in turn. */
export async function startFuzzedServer({ dialects, tenants, maxAnswerTokens }: Serving): Promise<FuzzedServer> {
  const worlds = new TenantOperations();
  await worlds.reset(tenants);
  const reported: unknown[] = [];
  const handler = createMcpHttpHandler({
    operations: worlds.operations(),
    version: '1.2.3',
    dialects,
    maxAnswerTokens,
    report: (error) => reported.push(error),
  });
  const server = createServer((request, response) => {
    const tenant = tenants.find(({ name }) => name === request.headers['x-tenant']);
    const served = request.url?.split('/').at(-1);
    if (tenant) void handler.handle(request, response, { principal: tenant.principal, dialects: served });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  let sent = 0;
  return {
    reported,
    reset: () => worlds.reset(tenants),
    send({ tenant, dialects: list, method, params }) {
      sent += 1;
      const isModern = sent % 2 === 0;
      return post(`http://127.0.0.1:${port.toString()}/mcp/${list}`, {
        headers: { 'x-tenant': tenant.name, ...(isModern ? modernHeaders(method, params) : { 'mcp-protocol-version': '2025-11-25' }) },
        message: { jsonrpc: '2.0', id: sent, method, params: isModern ? { ...params, _meta: MODERN_META } : params },
      });
    },
    async stop() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const MODERN_META: Json = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'fuzzer', version: '0.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function modernHeaders(method: string, { name, uri }: Readonly<Record<string, Json>>): Record<string, string> {
  const named = typeof name === 'string' ? name : uri;
  const isPlain = typeof named === 'string' && /^[\x21-\x7e]+$/.test(named);
  const header = typeof named !== 'string' || isPlain ? named : `=?base64?${Buffer.from(named).toString('base64')}?=`;
  return { 'mcp-protocol-version': MODERN, 'mcp-method': method, ...(typeof header === 'string' ? { 'mcp-name': header } : {}) };
}

async function post(url: string, { headers, message }: { headers: Record<string, string>; message: Json }): Promise<RawAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = await response.text();
  const isStream = response.headers.get('content-type')?.includes('event-stream') === true;
  const answer = isStream
    ? body
        .split('\n')
        .findLast((line) => line.startsWith('data: {'))
        ?.slice(6)
    : body;
  return {
    status: response.status,
    bytes: `${JSON.stringify([...response.headers])}\n${body}`,
    message: answer === undefined || answer === '' ? undefined : (JSON.parse(answer) as unknown),
  };
}
