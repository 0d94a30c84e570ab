import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type AuthInfo, type CreateMcpHandlerOptions, type McpRequestContext } from '@modelcontextprotocol/server';
import { Principal } from '@tributary/contracts';
import { MIB } from '@tributary/kernel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dialect } from '../dialects/dialect.js';
import { DialectSet } from '../dialects/dialect-set.js';
import { createMcpServer, type McpServing } from '../server/create-mcp-server.js';
import { WATCH_EVERY_MS } from '../subscriptions/watch-resources.js';
import { InstructionsCache } from './instructions-cache.js';
import { ListenStreams } from './listen-streams.js';

/** `store` takes 20 MB of text, which JSON may double. */
const MAX_BODY_BYTES = 48 * MIB;
/** Combinations of dialects whose handlers are kept; others are made for the call. */
const MAX_COMBINATIONS = 64;
const LISTEN = 'subscriptions/listen';

export interface McpHttpServing extends McpServing {
  /** Default: generated from the collections the caller may read. */
  readonly instructions?: string;
  /** Those callers may ask for; the native one is always among them. */
  readonly dialects?: DialectSet;
  /** A longer request body is answered with 413; default 48 MiB. */
  readonly maxBodyBytes?: number;
  /** A stream of notifications ends after this many milliseconds, and its client opens another one; default half an hour. */
  readonly longestStreamMs?: number;
}

export interface McpHttpCall {
  /** Who calls. Host, Origin and token were checked before: nothing here checks them. */
  readonly principal: Principal;
  /** Asks who he is now, while a stream of his is open: a rejection ends it. Left out: he stays who he is. */
  readonly current?: (() => Promise<Principal>) | undefined;
  /** The token he came with, for sources that take one exchanged for it. */
  readonly token?: string | undefined;
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
  const onerror = (error: Error) => {
    if (!isRefusal(error)) serving.report?.(error);
  };
  const generated = new InstructionsCache(serving.operations);
  const streams = new ListenStreams(serving.operations, {
    everyMs: serving.watchEveryMs ?? WATCH_EVERY_MS,
    longestMs: options.longestStreamMs,
  });
  const serveDialects = (dialects: readonly Dialect[], more: CreateMcpHandlerOptions = {}) =>
    createMcpHandler(
      async (context) => {
        const principal = principalOf(context);
        // A client of 2025 is told of nothing: without a session there is no stream that is its own.
        const isModern = context.era === 'modern';
        const own = {
          ...serving,
          dialects,
          principal,
          callerToken: context.authInfo?.token,
          subscribing: { listChanged: isModern, subscribe: isModern },
        };
        if (!opensSession(context)) return createMcpServer(own);
        return createMcpServer({ ...own, instructions: instructions ?? (await generated.for(principal, dialects)) });
      },
      { maxRequestBodySize: maxBodyBytes, onerror, ...more },
    );
  const kept = keepSome(serveDialects);
  return {
    handle(request, response, { principal, current = () => Promise.resolve(principal), token, body, dialects: list = 'native' }) {
      const chosen = known.choose(list);
      const authInfo = asAuthInfo(principal, token);
      const serve = toNodeHandler(
        {
          fetch: async (incoming, given) => {
            const handlerOptions = { ...given, authInfo };
            if (incoming.headers.get('mcp-method') !== LISTEN) return kept.handlerOf(chosen).fetch(incoming, handlerOptions);
            return streams.serve(incoming, given?.parsedBody ?? (await readJson(incoming)), {
              principal,
              current,
              makeHandler: (more) => {
                const handler = serveDialects(chosen, more);
                return { close: handler.close, fetch: (sent, parsed) => handler.fetch(sent, { ...handlerOptions, ...parsed }) };
              },
            });
          },
        },
        { maxRequestBodySize: maxBodyBytes, onerror },
      );
      return serve(Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? '/' }), response, body);
    },
    close: async () => {
      await Promise.all([streams.close(), ...kept.all().map((handler) => handler.close())]);
    },
  };
}

/** What the SDK says of a request it refused. The client was answered; the log has no use for a message that repeats what clients send. */
function isRefusal({ message }: Error): boolean {
  return message.startsWith('Rejected inbound request');
}

/** Handlers by combination of dialects. */
function keepSome<Handler>(make: (dialects: readonly Dialect[]) => Handler) {
  const handlers = new Map<string, Handler>();
  return {
    handlerOf(dialects: readonly Dialect[]): Handler {
      const key = dialects.map(({ name }) => name).join(',');
      const handler = handlers.get(key) ?? make(dialects);
      if (!handlers.has(key) && handlers.size < MAX_COMBINATIONS) handlers.set(key, handler);
      return handler;
    },
    all: () => [...handlers.values()],
  };
}

/** Undefined when it is no JSON; the SDK then refuses what it reads itself. */
async function readJson(request: Request): Promise<unknown> {
  return request
    .clone()
    .json()
    .catch(() => undefined);
}

/** True for the requests whose answer carries instructions; no other call waits for the list of collections. */
function opensSession({ era, requestInfo }: McpRequestContext): boolean {
  if (requestInfo === undefined) return true;
  const { headers } = requestInfo;
  return era === 'modern' ? headers.get('mcp-method') === 'server/discover' : !headers.has('mcp-protocol-version');
}

/** The SDK hands authentication through unread; the principal travels in it. */
function asAuthInfo(principal: Principal, token = ''): AuthInfo {
  return { token, clientId: principal.subject, scopes: principal.scopes, extra: { principal } };
}

function principalOf({ authInfo }: McpRequestContext): Principal {
  return Principal.parse(authInfo?.extra?.['principal']);
}
