import { randomUUID } from 'node:crypto';
import { describeQueues, type OpenOptions, type QueuesHarness } from '@tributary/messaging-port/conformance';
import { findRedis, findRedisProgram, startRedisServer } from '@tributary/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { bullmqPrefix } from './connection/keys.js';
import { BullmqQueues } from './index.js';

const supply = findRedis();
// The suite stops its Redis, so it prefers one of its own; one that it was given stays up, and outages are not tried.
const program = findRedisProgram();

async function harness(): Promise<QueuesHarness> {
  const server = program.kind === 'none' ? undefined : await startRedisServer(program.command);
  const url = server?.url ?? (supply.kind === 'url' ? supply.url : '');
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  return {
    open: (options: OpenOptions = {}) => BullmqQueues.connect({ url, prefix, ...options }),
    addUnchecked: async ({ name }, payload) => {
      const connection = new Redis(url);
      const queue = new Queue(name, { connection, prefix: bullmqPrefix(prefix, name) });
      await queue.add('from elsewhere', payload);
      await queue.close();
      connection.disconnect();
    },
    child: { module: new URL('./child.fixture.ts', import.meta.url), settings: `${url} ${prefix}` },
    ...(server === undefined ? {} : { outage: { begin: () => server.crash(), end: () => server.restart() } }),
    close: async () => server?.remove(),
  };
}

describeQueues({
  name: 'BullMQ queues',
  makeHarness: harness,
  processes: true,
  remoteRequests: true,
  outages: program.kind === 'program' || supply.kind === 'none',
  ...(supply.kind === 'none' ? { skip: supply.reason } : {}),
});
