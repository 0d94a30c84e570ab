import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem, type ProblemOptions } from '../http/problem.filter.js';
import { readConsole, type ConsoleFile } from './console-files.js';
import { SCREENS } from './screens.js';

/** Its own scripts and styles alone, no script in the page, nothing evaluated, no frame around it, no call but to its own server. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface MountConsole extends ProblemOptions {
  /** Where the built console lies; it is read with the first call. */
  readonly folder: string;
}

/** Puts the web console on `/` and the addresses of its screens, for everybody: what it shows it asks for over `/api`. */
export function mountConsole(server: FastifyInstance, { folder, ...problems }: MountConsole): void {
  let reading: Promise<ReadonlyMap<string, ConsoleFile>> | undefined;
  const find = async (name: string) => {
    reading ??= readConsole(folder).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return (await reading).get(name);
  };
  const serve = (pathOf: (request: FastifyRequest<{ Params: { '*'?: string } }>) => string, cacheControl: string) => ({
    method: ['GET' as const],
    errorHandler: (error: unknown, _request: unknown, reply: FastifyReply) => {
      sendProblem(reply, error, problems);
    },
    handler: async (request: FastifyRequest<{ Params: { '*'?: string } }>, reply: FastifyReply) => {
      const file = await find(pathOf(request));
      if (file === undefined) reply.callNotFound();
      else send(reply, file, cacheControl);
      return reply;
    },
  });
  const screen = serve(() => 'index.html', 'no-cache');
  for (const url of SCREENS) server.route({ url, ...screen });
  // Whoever mistyped the address of a screen sees the page, which says so and leads on.
  server.route({
    ...screen,
    url: '/*',
    handler: (request: FastifyRequest<{ Params: { '*'?: string } }>, reply: FastifyReply) => {
      if (!isOfBrowser(request)) {
        reply.callNotFound();
        return reply;
      }
      void reply.status(404);
      return screen.handler(request, reply);
    },
  });
  server.route({ url: '/tributary.svg', ...serve(() => 'tributary.svg', 'public, max-age=86400') });
  // Their names change with their content.
  server.route({ url: '/assets/*', ...serve(({ params }) => `assets/${params['*'] ?? ''}`, 'public, max-age=31536000, immutable') });
}

/** Below these no address is one of a screen, whatever asks for it. */
const NO_SCREENS = /^\/(?:api|mcp|health|metrics|assets|\.well-known)(?:\/|$)/;

/** A browser that goes to an address asks for a page first of all. */
function isOfBrowser({ url, headers }: FastifyRequest): boolean {
  return /^\s*text\/html\b/i.test(headers.accept ?? '') && !NO_SCREENS.test(url.replace(/[?#].*/s, ''));
}

function send(reply: FastifyReply, { type, body, gzipped }: ConsoleFile, cacheControl: string): void {
  const packed = /\bgzip\b/.test(reply.request.headers['accept-encoding'] ?? '') ? gzipped : undefined;
  if (packed !== undefined) void reply.header('content-encoding', 'gzip');
  void reply
    .header('content-type', type)
    .header('cache-control', cacheControl)
    .header('vary', 'accept-encoding')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .send(packed ?? body);
}
