import type { FastifyInstance } from 'fastify';
import type { ProcessMetrics } from './process-metrics.js';

/** Puts `/metrics` on a server without another interface; whoever reaches its port reads it, as he reads /health. */
export function mountMetrics(server: FastifyInstance, metrics: ProcessMetrics): void {
  server.get('/metrics', async (_request, reply) => {
    void reply.header('content-type', metrics.registry.contentType);
    return metrics.text();
  });
}
