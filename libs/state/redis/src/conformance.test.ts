import {
  describeCallCounts,
  describeCallMemory,
  describeCursorStore,
  describeSessionStore,
  type StateHarness,
} from '@tributary/state-port/conformance';
import type { RedisStateOptions } from './lazy-redis.js';
import { RedisCallCounts } from './redis-call-counts.js';
import { RedisCallMemory } from './redis-call-memory.js';
import { RedisCursorStore } from './redis-cursor-store.js';
import { RedisSessionStore } from './redis-session-store.js';
import { freshPrefix, json, ownCounts, passIn, PATIENT_MS, supply, useRedis } from './test-redis.fixture.js';

const redis = useRedis();
const skip = supply.kind === 'none' ? { skip: supply.reason } : {};
const said: unknown[] = [];
const log = (...message: unknown[]) => said.push(message);

function harness<Store>(open: (options: RedisStateOptions) => Store): Promise<StateHarness<Store>> {
  const prefix = freshPrefix();
  return Promise.resolve({
    open: () => open({ url: redis().url, prefix, commandLimitMs: PATIENT_MS }),
    pass: (ms) => passIn(redis(), { prefix, ms }),
  });
}

describeCursorStore({
  name: 'lists in Redis',
  makeHarness: () => harness((options) => new RedisCursorStore({ ...options, codec: json, log })),
  lists: [{ hits: ['a', 'b'] }, { hits: [] }],
  ...skip,
});

describeCallMemory({ name: 'calls in Redis', makeHarness: () => harness((options) => new RedisCallMemory(options)), ...skip });

describeCallCounts({
  name: 'counts in Redis',
  makeHarness: (settings) => harness((options) => new RedisCallCounts({ ...options, log, settings, own: ownCounts(settings) })),
  leaseMs: 30_000,
  ...skip,
});

describeSessionStore({ name: 'sessions in Redis', makeHarness: () => harness((options) => new RedisSessionStore(options)), ...skip });
