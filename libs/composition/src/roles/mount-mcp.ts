import { callContext, sendProblem, type Authenticator } from '@tributary/gateway';
import type { DialectSet, DialectSettings, McpHttpHandler, McpServing } from '@tributary/mcp';
import type { Operations } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { sendRefusedBody } from './mcp-errors.js';

interface McpOptions {
  readonly operations: Operations;
  readonly authenticator: Authenticator;
  readonly version: string;
  readonly dialectSettings: DialectSettings;
  /** Left out: every dialect there is, set up by the settings. */
  readonly dialects?: DialectSet;
  readonly report: (error: unknown) => void;
  readonly log: NonNullable<McpServing['log']>;
}

/** Puts MCP on `/mcp`, and dialects on `/mcp/<dialect>` and `/mcp/<a>,<b>`. The SDK is loaded with the first call. */
export function mountMcp(server: FastifyInstance, { authenticator, dialectSettings, dialects: given, ...serving }: McpOptions): void {
  let handler: Promise<McpHttpHandler> | undefined;
  const load = () =>
    import('@tributary/mcp').then(({ createDialects, createMcpHttpHandler }) =>
      createMcpHttpHandler({ ...serving, dialects: given ?? createDialects(dialectSettings) }),
    );
  server.route<{ Params: { dialects?: string } }>({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp/:dialects?',
    errorHandler: (error, _request, reply) => {
      if (!sendRefusedBody(reply, error)) sendProblem(reply, error, { report: serving.report, resource: authenticator.resource });
    },
    handler: async (request, reply) => {
      const { principal } = await callContext(request, reply, authenticator);
      handler ??= load();
      const mcp = await handler;
      const { dialects } = request.params;
      const answered = mcp.handle(request.raw, reply.raw, {
        principal,
        body: request.body,
        dialects: dialects === '' ? undefined : dialects,
      });
      reply.hijack();
      await answered;
    },
  });
  server.addHook('onClose', async () => {
    await (await handler)?.close();
  });
}
