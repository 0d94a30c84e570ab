import { loadConfiguration, silentLogger, type Logger, type Override } from '@tributary/platform';
import { temporaryFolder } from '@tributary/testing';
import { startStandalone } from '../../standalone/start-standalone.js';

/** Callers of the tests by name; the token of each is `the-token-of-<name>`. */
export interface BedCaller {
  readonly scopes: readonly string[];
  readonly userId?: string;
  readonly groups?: readonly string[];
  readonly collections?: readonly string[];
  readonly roots?: readonly string[];
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface SentRequest {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A standalone server over its real HTTP interface, with several callers. */
export interface AccessBed {
  readonly url: string;
  readonly owner: string;
  /** The data folder. */
  readonly folder: string;
  /** Any request with any token (empty: none); every byte of the answer is kept. */
  send(token: string, path: string, request: SentRequest): Promise<Answered>;
  /** GET, or POST where there is a body. */
  call(token: string, path: string, body?: object): Promise<Answered>;
  /** One MCP request of a 2025 revision. */
  mcp(token: string, method: string, params?: object): Promise<Answered>;
  close(): Promise<void>;
}

export async function openAccessBed(
  callers: Readonly<Record<string, BedCaller>>,
  settings: readonly Override[] = [],
  logger: Logger = silentLogger,
): Promise<AccessBed> {
  const folder = await temporaryFolder();
  const tokens = Object.fromEntries(Object.entries(callers).map(([name, caller]) => [name, { ...caller, token: tokenOf(name) }]));
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['access', 'tokens'], value: tokens, flag: 'access.tokens' },
      ...settings,
    ],
  });
  const server = await startStandalone({ configuration, logger });
  const send = async (token: string, path: string, { headers, ...init }: SentRequest): Promise<Answered> => {
    const authorization = token === '' ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(server.url + path, { ...init, headers: { ...authorization, ...headers } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const json = { 'content-type': 'application/json' };
  return {
    url: server.url,
    owner: server.token,
    folder: folder.path,
    send,
    call: (token, path, body) =>
      body === undefined ? send(token, path, {}) : send(token, path, { method: 'POST', body: JSON.stringify(body), headers: json }),
    mcp: (token, method, params = {}) =>
      send(token, '/mcp', {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        headers: { ...json, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      }),
    close: async () => {
      await server.close();
      await folder.remove();
    },
  };
}

export function tokenOf(name: string): string {
  return `the-token-of-${name}`;
}
