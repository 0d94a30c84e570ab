import { allQueues, type CallContext, type ComponentHealth, type Principal, type StatusAnswer } from '@tributary/contracts';
import { engineHealth } from '@tributary/engines-port';
import { seesOperatorDetails } from '../access/rights.js';
import { listCollections } from './collections.js';
import { listSources } from './source-operations.js';
import type { GatewayCollaborators } from './use-cases.js';

type StatusReaders = Parameters<typeof listCollections>[0] &
  Parameters<typeof listSources>[0] &
  Pick<GatewayCollaborators, 'engines' | 'rerankers' | 'version' | 'mode'> & {
    readonly queues: Pick<GatewayCollaborators['queues'], 'durability' | 'refusal' | 'counts'>;
    readonly embedders: Pick<GatewayCollaborators['embedders'], 'health'>;
  };

const ASK_OPERATOR = 'whoever runs the server sees why: `tributary status` there, or status with the scope admin.';
const STANDSTILL = `What the server writes is refused, as by a full disk, so nothing that was accepted goes on; it is kept, and ${ASK_OPERATOR}`;
const DETAIL = `Not all is well with it: ${ASK_OPERATOR}`;

/** Jobs, sources, collections and the health of what they stand on; a part that is down is a row, not an error. */
export async function readStatus(collaborators: StatusReaders, { principal }: CallContext): Promise<StatusAnswer> {
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
    ...(standstill === undefined ? {} : { standstill: seesOperatorDetails(principal) ? standstill : STANDSTILL }),
    queues: counts,
    sources: [...sources],
    collections: [...collections],
    engines: asSeenBy(principal, healthOfEngines),
    embedders: asSeenBy(principal, embedderHealth),
    rerankers: asSeenBy(principal, rerankerHealth),
  };
}

/** What is wrong with an engine or a model is told with files and addresses. */
function asSeenBy(principal: Principal, components: readonly ComponentHealth[]): ComponentHealth[] {
  const seesDetails = seesOperatorDetails(principal);
  return components.map((health) => (health.status === 'up' || seesDetails ? health : { ...health, detail: DETAIL }));
}

/** The primary engine keeps the catalog: what it refuses nobody else takes. */
function primaryRefusal(health: readonly ComponentHealth[], primary: string): string | undefined {
  return health.find(({ name, status }) => name === primary && status === 'degraded')?.detail;
}
