import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type AuthInfo, type McpRequestContext } from '@modelcontextprotocol/server';
import { Principal } from '@tributary/contracts';
import { MIB } from '@tributary/kernel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMcpServer, type McpServing } from '../server/create-mcp-server.js';
import { InstructionsCache } from './instructions-cache.js';

/** `store` takes 20 MB of text, which JSON may double. */
const MAX_BODY_BYTES = 48 * MIB;

export interface McpHttpServing extends McpServing {
  /** Default: generated from the collections the caller may read. */
  readonly instructions?: string;
  /** A longer request body is answered with 413; default 48 MiB. */
  readonly maxBodyBytes?: number;
}

export interface McpHttpCall {
  /** Who calls. Host, Origin and token were checked before: nothing here checks them. */
  readonly principal: Principal;
  /** The body, when a web framework has read it already. */
  readonly body?: unknown;
}

export interface McpHttpHandler {
  /** Serves one request at the MCP endpoint (POST; GET and DELETE are answered as the protocol wants) and resolves when it is answered. */
  handle(request: IncomingMessage, response: ServerResponse, call: McpHttpCall): Promise<void>;
  /** Ends calls under way. */
  close(): Promise<void>;
}

/** MCP over Streamable HTTP, stateless: every request has its own server, so any replica can answer it; 2026-07-28 and the 2025 revisions on one address. */
export function createMcpHttpHandler({ instructions, maxBodyBytes = MAX_BODY_BYTES, ...serving }: McpHttpServing): McpHttpHandler {
  const generated = new InstructionsCache(serving.operations);
  const onerror = (error: Error) => serving.report?.(error);
  const handler = createMcpHandler(
    async (context) => {
      const principal = principalOf(context);
      if (!opensSession(context)) return createMcpServer({ ...serving, principal });
      return createMcpServer({ ...serving, principal, instructions: instructions ?? (await generated.for(principal)) });
    },
    { maxRequestBodySize: maxBodyBytes, onerror },
  );
  return {
    handle(request, response, { principal, body }) {
      const authInfo = asAuthInfo(principal);
      const serve = toNodeHandler(
        { fetch: (incoming, options) => handler.fetch(incoming, { ...options, authInfo }) },
        { maxRequestBodySize: maxBodyBytes, onerror },
      );
      return serve(Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? '/' }), response, body);
    },
    close: () => handler.close(),
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
