import { createRedisBackend, type BackendFactory, type RedisQueueBackend } from 'bullmq';
import type { Resting } from './resting.js';

/** An answerer that nobody wakes looks by itself this often: a wake can get lost, and a request that was given back wakes nobody. */
const LOOK_MS = 500;
/** BullMQ reads the score 0 as "look now". */
const LOOK_NOW = { member: '0', score: 0 };

/** BullMQ’s own backend, but for how it waits: not in a blocking pop, which Redis would write to its file for every request. */
export function requestBackend(resting: Resting): BackendFactory<RedisQueueBackend> {
  return (name, options) => {
    const backend = createRedisBackend(name, options);
    const takeOver = backend.moveStalledJobsToWait.bind(backend);
    return Object.assign(backend, {
      waitForJob: async () => {
        await resting.untilAsked(LOOK_MS);
        return LOOK_NOW;
      },
      disconnectBlocking: () => {
        resting.wake();
        return Promise.resolve();
      },
      moveStalledJobsToWait: async () => {
        const taken = await takeOver();
        if (taken.length > 0) resting.wake();
        return taken;
      },
    });
  };
}
