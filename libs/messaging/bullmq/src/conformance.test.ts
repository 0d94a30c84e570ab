import { randomUUID } from 'node:crypto';
import { describeQueues, type OpenOptions, type QueuesHarness } from '@tributary/messaging-port/conformance';
import { findRedisProgram, startRedisServer } from '@tributary/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { bullmqPrefix } from './connection/keys.js';
import { BullmqQueues } from './index.js';

// The suite stops its Redis, so it needs one of its own, whatever other Redis tests may use.
const program = findRedisProgram();

async function harness(): Promise<QueuesHarness> {
  if (program.kind === 'none') throw new Error(program.reason);
  const server = await startRedisServer(program.command);
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  return {
    open: (options: OpenOptions = {}) => BullmqQueues.connect({ url: server.url, prefix, ...options }),
    addUnchecked: async ({ name }, payload) => {
      const connection = new Redis(server.url);
      const queue = new Queue(name, { connection, prefix: bullmqPrefix(prefix, name) });
      await queue.add('from elsewhere', payload);
      await queue.close();
      connection.disconnect();
    },
    child: { module: new URL('./child.fixture.ts', import.meta.url), settings: `${server.url} ${prefix}` },
    outage: { begin: () => server.crash(), end: () => server.restart() },
    close: () => server.remove(),
  };
}

describeQueues({
  name: 'BullMQ queues',
  makeHarness: harness,
  processes: true,
  remoteRequests: true,
  outages: true,
  ...(program.kind === 'none' ? { skip: program.reason } : {}),
});
