import { callContext, sendProblem, type AuthenticationOptions } from '@tributary/gateway';
import type { McpHttpHandler } from '@tributary/mcp';
import type { Operations } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import { sendRefusedBody } from './mcp-errors.js';

interface McpOptions {
  readonly operations: Operations;
  readonly authentication: AuthenticationOptions;
  readonly version: string;
  readonly report: (error: unknown) => void;
}

/** Puts MCP on `/mcp`. Its SDK is loaded with the first call. */
export function mountMcp(server: FastifyInstance, { authentication, ...serving }: McpOptions): void {
  let handler: Promise<McpHttpHandler> | undefined;
  const load = () => import('@tributary/mcp').then(({ createMcpHttpHandler }) => createMcpHttpHandler(serving));
  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    errorHandler: (error, _request, reply) => {
      if (!sendRefusedBody(reply, error)) sendProblem(reply, error, serving.report);
    },
    handler: async (request, reply) => {
      const { principal } = callContext(request, reply, authentication);
      handler ??= load();
      const mcp = await handler;
      reply.hijack();
      await mcp.handle(request.raw, reply.raw, { principal, body: request.body });
    },
  });
  server.addHook('onClose', async () => {
    await (await handler)?.close();
  });
}
