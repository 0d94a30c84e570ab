import type { Json } from './json.fixture.js';
import type { Tenant } from './tenants.fixture.js';

/** What came back, byte for byte. */
export interface RawAnswer {
  readonly status: number;
  /** Headers and body. */
  readonly bytes: string;
  /** The message with the answer; undefined when there is none. */
  readonly message: unknown;
}

/** A server that is fuzzed, wherever it runs. */
export interface FuzzedServer {
  /** What went wrong inside. */
  readonly reported: readonly unknown[];
  send(request: RawRequest): Promise<RawAnswer>;
  /** Puts the rows of the tenants back that tools have changed. */
  reset(): Promise<void>;
}

interface RawRequest {
  readonly tenant: Tenant;
  /** As in the address. */
  readonly dialects: string;
  readonly method: string;
  readonly params: Readonly<Record<string, Json>>;
}

interface Addressing {
  readonly url: string;
  /** Says who calls. */
  readonly headersOf: (tenant: Tenant) => Readonly<Record<string, string>>;
}

const MODERN = '2026-07-28';
/** A call that has not answered after this long hangs. */
const TIMEOUT_MS = 10_000;

/** Sends raw messages to an MCP endpoint, of both eras in turn. */
export function rawSender({ url, headersOf }: Addressing): FuzzedServer['send'] {
  let sent = 0;
  return ({ tenant, dialects, method, params }) => {
    sent += 1;
    const isModern = sent % 2 === 0;
    return post(`${url}/mcp/${dialects}`, {
      headers: { ...headersOf(tenant), ...(isModern ? modernHeaders(method, params) : { 'mcp-protocol-version': '2025-11-25' }) },
      message: { jsonrpc: '2.0', id: sent, method, params: isModern ? { ...params, _meta: MODERN_META } : params },
    });
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
  const received: unknown = answer === undefined || answer === '' ? undefined : JSON.parse(answer);
  return {
    status: response.status,
    bytes: `${JSON.stringify([...response.headers])}\n${body}`,
    message: received,
  };
}
