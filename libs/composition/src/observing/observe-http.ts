import { randomBytes } from 'node:crypto';
import { routes } from '@tributary/contracts';
import { currentScope, inScope, type CallScope } from '@tributary/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Observing } from './observing.js';
import { RefusedSignIns } from './refused-sign-ins.js';

const REQUEST_ID = /^[\w.:-]{1,64}$/;
/** Asked without pause by probes and scrapers: no call of anybody. */
const UNFOLLOWED = /^\/(?:health|metrics)/;
const PLAYGROUND = 'playground';
/** The search, and for `rrf` a tool of assistants. */
const PLAYGROUND_ASKS: ReadonlySet<string> = new Set<string>([routes.search.path, '/mcp/:dialects?']);

/** Counts and follows the HTTP requests of a server. The answer says by `x-request-id` under which id its log lines stand. */
export function observeHttp(server: FastifyInstance, { metrics, tracing, logger }: Observing): void {
  const scopes = new WeakMap<FastifyRequest, CallScope>();
  const refused = new RefusedSignIns({ metrics, logger });
  server.addHook('onClose', (_server, done) => {
    refused.close();
    done();
  });
  server.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request);
    if (UNFOLLOWED.test(route)) {
      done();
      return;
    }
    const { method } = request;
    const requestId = requestIdOf(request);
    void reply.header('x-request-id', requestId);
    countPlayground(request, metrics);
    const attributes = { 'http.request.method': method, 'http.route': route };
    const ended = Promise.withResolvers<undefined>();
    const close = () => {
      const status = `${Math.floor(reply.raw.statusCode / 100).toString()}xx`;
      metrics.httpSeconds.observe({ method, route, status }, reply.elapsedTime / 1000);
      logger.debug('answered', { method, route, status: reply.raw.statusCode, ms: Math.round(reply.elapsedTime) });
      if (reply.raw.statusCode === 401 && isSignIn(request)) refused.note(request.ip);
      ended.resolve(undefined);
    };
    const parent = headerOf(request, 'traceparent');
    void tracing.span({ name: `${method} ${route}`, kind: 'server', parent, requestId, attributes }, () => {
      const scope = currentScope();
      if (scope) scopes.set(request, scope);
      // `close` comes for answers that were hijacked or cut off, too, and knows of no call.
      reply.raw.once('close', () => {
        if (scope) inScope(scope, close);
        else close();
      });
      done();
      return ended.promise;
    });
  });
  // A body arrives by events of the connection, which know of no call.
  server.addHook('preValidation', (request, _reply, done) => {
    const scope = scopes.get(request);
    if (scope) inScope(scope, done);
    else done();
  });
}

/** Whoever sends no token yet is only asked for one. */
function isSignIn(request: FastifyRequest): boolean {
  const { method, headers } = request;
  return headers.authorization !== undefined || (method === 'POST' && routeOf(request) === routes.signIn.path);
}

function countPlayground(request: FastifyRequest, metrics: Observing['metrics']): void {
  const isSearch = request.method === 'POST' && PLAYGROUND_ASKS.has(routeOf(request));
  if (isSearch && headerOf(request, 'x-tributary-client') === PLAYGROUND) metrics.playgroundSearches.inc();
}

function requestIdOf(request: FastifyRequest): string {
  const given = headerOf(request, 'x-request-id');
  return given !== undefined && REQUEST_ID.test(given) ? given : randomBytes(8).toString('hex');
}

/** The pattern of the route, never the address that was asked for. */
function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'none';
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
