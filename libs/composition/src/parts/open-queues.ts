import { join } from 'node:path';
import { permanent, toErrorRecord } from '@tributary/kernel';
import type { JobLog, Queues } from '@tributary/messaging-port';
import type { Configuration } from '@tributary/platform';

const NOT_DURABLE =
  'Redis does not say that it keeps jobs on disk: set appendonly yes. What HTTP, MCP and the command line accepted is safe all the same; jobs of outside producers are not';

/** Of a server whose policy is another one than `noeviction`. */
export const MAY_EVICT = 'Redis may throw jobs away when its memory is full: set maxmemory-policy noeviction';

/** What carries the queues: a file in the data folder, or Redis. */
export type QueueKind = 'local' | 'bullmq';

/** Opens the queues of one of the two shapes; the adapter of the other is not loaded.
 *  @throws `CONFIG.REDIS_MISSING`, `QUEUE.UNAVAILABLE` */
export async function openQueues(kind: QueueKind, { data, redis }: Configuration, log: JobLog): Promise<Queues> {
  if (kind === 'local') {
    const { LocalQueues } = await import('@tributary/messaging-local');
    return LocalQueues.open({ file: join(data.folder, 'jobs.db'), log });
  }
  if (redis.url === undefined) {
    throw permanent(
      'CONFIG.REDIS_MISSING',
      'redis.url: missing, although separate services talk over Redis. Write its address, for example redis://127.0.0.1:6379, or set TRIBUTARY_REDIS__URL; "npm run services" starts one by itself.',
    );
  }
  const { BullmqQueues } = await import('@tributary/messaging-bullmq');
  const queues = await BullmqQueues.connect({ url: redis.url, prefix: redis.prefix, log, patienceMs: redis.startPatienceMs });
  await tellKeeping(queues, log);
  return queues;
}

/** What Redis says of how it keeps jobs. One that is full, or a replica, takes none by now, of which readiness tells; what else a process does goes on. */
async function tellKeeping(queues: Queues, log: JobLog): Promise<void> {
  try {
    const durable = await queues.durability();
    if (durable === 'none' || durable === 'unknown') log(NOT_DURABLE, { durable });
    if ((await queues.eviction()) === 'possible') log(MAY_EVICT);
  } catch (error) {
    const { code, message } = toErrorRecord(error);
    log(message, { code });
  }
}
