import { callContext, requireScope, sendProblem, type Authenticator } from '@tributary/gateway';
import type { DialectSet, DialectSettings, DialectSurroundings, McpServing } from '@tributary/mcp';
import type { Operations } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { issuersToken } from './issuers-token.js';
import { sendRefusedBody } from './mcp-errors.js';

interface McpOptions {
  readonly operations: Operations;
  readonly authenticator: Authenticator;
  readonly version: string;
  readonly dialectSettings: DialectSettings;
  /** What the dialects need beside them; asked with the first call. */
  readonly surroundings?: () => Promise<DialectSurroundings>;
  /** Left out: every dialect there is, set up by the settings. */
  readonly dialects?: DialectSet;
  readonly maxAnswerTokens?: number;
  /** Left out: as often as MCP is served by default. */
  readonly watchEveryMs?: number;
  readonly report: (error: unknown) => void;
  readonly around?: NonNullable<McpServing['around']>;
  readonly log: NonNullable<McpServing['log']>;
}

/** Puts MCP on `/mcp`, and dialects on `/mcp/<dialect>` and `/mcp/<a>,<b>`. The SDK is loaded with the first call. */
export function mountMcp(
  server: FastifyInstance,
  { authenticator, dialectSettings, surroundings, dialects: given, ...serving }: McpOptions,
): void {
  const load = async () => {
    const { createDialects, createMcpHttpHandler, neededRight } = await import('@tributary/mcp');
    const dialects = given ?? createDialects(dialectSettings, await surroundings?.());
    return { dialects, neededRight, handler: createMcpHttpHandler({ ...serving, dialects }) };
  };
  let loaded: ReturnType<typeof load> | undefined;
  server.route<{ Params: { dialects?: string } }>({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp/:dialects?',
    errorHandler: (error, _request, reply) => {
      if (!sendRefusedBody(reply, error)) sendProblem(reply, error, { report: serving.report, resource: authenticator.resource });
    },
    handler: async (request, reply) => {
      const { principal } = await callContext(request, reply, authenticator);
      loaded ??= load();
      const { handler, dialects: known, neededRight } = await loaded;
      const dialects = request.params.dialects === '' ? undefined : request.params.dialects;
      // Refused before it is taken up, by status and challenge, so that a client can ask its issuer for more.
      const right = neededRight(request.body, known.choose(dialects ?? 'native'));
      if (right !== undefined) requireScope(principal, right === 'read' ? 'search:read' : 'documents:write');
      const answered = handler.handle(request.raw, reply.raw, {
        principal,
        current: authenticator.standing(request, principal),
        token: issuersToken(principal, request.headers.authorization),
        body: request.body,
        dialects,
      });
      reply.hijack();
      await answered;
    },
  });
  server.addHook('onClose', async () => {
    await (await loaded)?.handler.close();
  });
}
