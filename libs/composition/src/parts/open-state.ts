import { rankedListCodec } from '@tributary/federation';
import { MemoryCallCounts } from '@tributary/gateway';
import type { JobLog } from '@tributary/messaging-port';
import type { Configuration } from '@tributary/platform';
import { RedisCallCounts, RedisCallMemory, RedisCursorStore, RedisSessionStore } from '@tributary/state-redis';
import type { QueueKind } from './open-queues.js';

/** What replicas have together, in Redis; a standalone server keeps it by itself. */
export function openState(
  { redis, access: { limits: settings } }: Configuration,
  { queueKind, log }: { readonly queueKind: QueueKind; readonly log: JobLog },
) {
  const { url } = redis;
  const own = new MemoryCallCounts(settings);
  if (queueKind === 'local' || url === undefined) return { counts: own };
  const shared = { ...redis, url };
  return {
    cursors: new RedisCursorStore({ ...shared, codec: rankedListCodec, log }),
    memory: new RedisCallMemory(shared),
    sessions: new RedisSessionStore(shared),
    counts: new RedisCallCounts({ ...shared, settings, own, log }),
  };
}
