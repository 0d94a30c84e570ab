import {
  allQueues,
  type CallContext,
  type ComponentHealth,
  type Principal,
  type QueueCounts,
  type StatusAnswer,
  type UnavailablePart,
} from '@tributary/contracts';
import { engineHealth, unlessDown } from '@tributary/engines-port';
import { seesOperatorDetails } from '../access/rights.js';
import { listCollections } from './collections.js';
import { readPart } from './read-part.js';
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
const CATALOG_AWAY = 'and the catalog of all sources and collections lies in it';
const UNREAD = `What it stands on does not answer: ${ASK_OPERATOR}`;
const DETAIL = `Not all is well with it: ${ASK_OPERATOR}`;

/** Jobs, sources, collections and the health of what they stand on; a part that is down is a row, and what cannot be read for it is told: neither is an error. */
export async function readStatus(collaborators: StatusReaders, { principal }: CallContext): Promise<StatusAnswer> {
  const { queues, engines, embedders, rerankers } = collaborators;
  const ofCatalog = <T>(read: () => Promise<T>) => unlessDown(engines.primary, read, { consequence: CATALOG_AWAY });
  const [refusal, ofQueues, sources, collections, healthOfEngines, embedderHealth, rerankerHealth] = await Promise.all([
    queues.refusal(),
    readQueues(queues),
    readPart('sources', () => ofCatalog(() => listSources(collaborators, principal)), []),
    readPart('collections', () => ofCatalog(() => listCollections(collaborators, principal)), []),
    Promise.all(engines.all().map(engineHealth)),
    embedders.health(),
    rerankers.health(),
  ]);
  const { version, mode } = collaborators;
  const standstill = refusal?.message ?? primaryRefusal(healthOfEngines, engines.primary.name);
  return {
    version,
    mode,
    durable: ofQueues.durable,
    // The embedded engine syncs its file before it answers; what a server behind another engine does is that server's to say.
    durable_writes: engines.primary.kind === 'embedded' ? 'fsync' : 'unknown',
    ...(standstill === undefined ? {} : { standstill: seesOperatorDetails(principal) ? standstill : STANDSTILL }),
    ...toldOf([...ofQueues.unavailable, ...sources.unavailable, ...collections.unavailable], principal),
    queues: [...ofQueues.counts],
    sources: [...sources.value],
    collections: [...collections.value],
    engines: asSeenBy(principal, healthOfEngines),
    embedders: asSeenBy(principal, embedderHealth),
    rerankers: asSeenBy(principal, rerankerHealth),
  };
}

interface QueuesRead extends Pick<StatusAnswer, 'durable'> {
  readonly counts: readonly QueueCounts[];
  readonly unavailable: readonly UnavailablePart[];
}

/** What waits is counted also where nothing can be written, as where it fills the memory there is. */
async function readQueues(queues: StatusReaders['queues']): Promise<QueuesRead> {
  const work = allQueues.filter((queue) => queue.kind === 'work');
  const [durable, counts] = await Promise.all([
    readPart<StatusAnswer['durable']>('queues', () => queues.durability(), 'unknown'),
    readPart<readonly QueueCounts[]>('queues', () => Promise.all(work.map((queue) => queues.counts(queue))), []),
  ]);
  // One reason is enough: where Redis is away both have the same.
  const unavailable = [...durable.unavailable, ...counts.unavailable].slice(0, 1);
  return { durable: durable.value, counts: counts.value, unavailable };
}

function toldOf(unavailable: readonly UnavailablePart[], principal: Principal): Pick<StatusAnswer, 'unavailable'> {
  if (unavailable.length === 0) return {};
  return { unavailable: unavailable.map(({ part, reason }) => ({ part, reason: seesOperatorDetails(principal) ? reason : UNREAD })) };
}

/** What is wrong with an engine or a model is told with files and addresses. */
function asSeenBy(principal: Principal, components: readonly ComponentHealth[]): ComponentHealth[] {
  const seesDetails = seesOperatorDetails(principal);
  return components.map((health) => (health.status === 'up' || seesDetails ? health : { ...health, detail: DETAIL }));
}

/** The primary engine keeps the catalog: what it refuses nobody else takes. */
function primaryRefusal(health: readonly ComponentHealth[], primary: string): string | undefined {
  return health.find(({ name, status, takes_writes: isWritten }) => name === primary && status === 'degraded' && isWritten !== true)
    ?.detail;
}
