import { allQueues, type CallContext, type ComponentHealth, type StatusAnswer } from '@tributary/contracts';
import { engineHealth } from '@tributary/engines-port';
import { listCollections } from './collections.js';
import { listSources } from './source-operations.js';
import type { CollectionCounts } from './visible-counts.js';
import type { GatewayCollaborators } from './use-cases.js';

/** Jobs, sources, collections and the health of what they stand on; a part that is down is a row, not an error. */
export async function readStatus(
  collaborators: GatewayCollaborators & { readonly counts: CollectionCounts },
  { principal }: CallContext,
): Promise<StatusAnswer> {
  const { queues, engines, embedders, rerankers } = collaborators;
  const work = allQueues.filter((queue) => queue.kind === 'work');
  const [durable, refusal, counts, sources, collections, healthOfEngines, embedderHealth, rerankerHealth] = await Promise.all([
    queues.durability(),
    queues.refusal(),
    Promise.all(work.map((queue) => queues.counts(queue))),
    listSources(collaborators, principal),
    listCollections(collaborators, principal),
    Promise.all(engines.all().map(engineHealth)),
    embedders.health(),
    rerankers.health(),
  ]);
  const { version, mode } = collaborators;
  const standstill = refusal?.message ?? primaryRefusal(healthOfEngines, engines.primary.name);
  return {
    version,
    mode,
    durable,
    // The embedded engine syncs its file before it answers; what a server behind another engine does is that server's to say.
    durable_writes: engines.primary.kind === 'embedded' ? 'fsync' : 'unknown',
    ...(standstill === undefined ? {} : { standstill }),
    queues: counts,
    sources: [...sources],
    collections: [...collections],
    engines: healthOfEngines,
    embedders: [...embedderHealth],
    rerankers: [...rerankerHealth],
  };
}

/** The primary engine keeps the catalog: what it refuses nobody else takes. */
function primaryRefusal(health: readonly ComponentHealth[], primary: string): string | undefined {
  return health.find(({ name, status }) => name === primary && status === 'degraded')?.detail;
}
