import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type AuthInfo, type McpRequestContext } from '@modelcontextprotocol/server';
import { Principal } from '@tributary/contracts';
import { MIB } from '@tributary/kernel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dialect } from '../dialects/dialect.js';
import { DialectSet } from '../dialects/dialect-set.js';
import { createMcpServer, type McpServing } from '../server/create-mcp-server.js';
import { InstructionsCache } from './instructions-cache.js';

/** `store` takes 20 MB of text, which JSON may double. */
const MAX_BODY_BYTES = 48 * MIB;
/** Combinations of dialects whose handlers are kept; others are made for the call. */
const MAX_COMBINATIONS = 64;

export interface McpHttpServing extends McpServing {
  /** Default: generated from the collections the caller may read. */
  readonly instructions?: string;
  /** Those callers may ask for; the native one is always among them. */
  readonly dialects?: DialectSet;
  /** A longer request body is answered with 413; default 48 MiB. */
  readonly maxBodyBytes?: number;
}

export interface McpHttpCall {
  /** Who calls. Host, Origin and token were checked before: nothing here checks them. */
  readonly principal: Principal;
  /** The body, when a web framework has read it already. */
  readonly body?: unknown;
  /** Dialects by name, comma-separated; left out: the native one. */
  readonly dialects?: string | undefined;
}

export interface McpHttpHandler {
  /** Serves one request at the MCP endpoint (POST; GET and DELETE are answered as the protocol wants) and resolves when it is answered.
   *  @throws `DIALECT.UNKNOWN`, before anything is answered */
  handle(request: IncomingMessage, response: ServerResponse, call: McpHttpCall): Promise<void>;
  /** Ends calls under way. */
  close(): Promise<void>;
}

/** MCP over Streamable HTTP, stateless: every request has its own server, so any replica can answer it; 2026-07-28 and the 2025 revisions on one address. */
export function createMcpHttpHandler(options: McpHttpServing): McpHttpHandler {
  const { instructions, maxBodyBytes = MAX_BODY_BYTES, dialects: known = new DialectSet(), ...serving } = options;
  const generated = new InstructionsCache(serving.operations);
  const onerror = (error: Error) => serving.report?.(error);
  const serveDialects = (dialects: readonly Dialect[]) =>
    createMcpHandler(
      async (context) => {
        const principal = principalOf(context);
        if (!opensSession(context)) return createMcpServer({ ...serving, dialects, principal });
        return createMcpServer({ ...serving, dialects, principal, instructions: instructions ?? (await generated.for(principal)) });
      },
      { maxRequestBodySize: maxBodyBytes, onerror },
    );
  const handlers = new Map<string, ReturnType<typeof serveDialects>>();
  const handlerOf = (list: string) => {
    const chosen = known.choose(list);
    const key = chosen.map(({ name }) => name).join(',');
    const handler = handlers.get(key) ?? serveDialects(chosen);
    if (!handlers.has(key) && handlers.size < MAX_COMBINATIONS) handlers.set(key, handler);
    return handler;
  };
  return {
    handle(request, response, { principal, body, dialects = 'native' }) {
      const handler = handlerOf(dialects);
      const authInfo = asAuthInfo(principal);
      const serve = toNodeHandler(
        { fetch: (incoming, options) => handler.fetch(incoming, { ...options, authInfo }) },
        { maxRequestBodySize: maxBodyBytes, onerror },
      );
      return serve(Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? '/' }), response, body);
    },
    close: async () => {
      await Promise.all([...handlers.values()].map((handler) => handler.close()));
    },
  };
}

/** True for the requests whose answer carries instructions; no other call waits for the list of collections. */
function opensSession({ era, requestInfo }: McpRequestContext): boolean {
  if (requestInfo === undefined) return true;
  const { headers } = requestInfo;
  return era === 'modern' ? headers.get('mcp-method') === 'server/discover' : !headers.has('mcp-protocol-version');
}

/** The SDK hands authentication through unread; the principal travels in it. */
function asAuthInfo(principal: Principal): AuthInfo {
  return { token: '', clientId: principal.subject, scopes: principal.scopes, extra: { principal } };
}

function principalOf({ authInfo }: McpRequestContext): Principal {
  return Principal.parse(authInfo?.extra?.['principal']);
}
