import { join } from 'node:path';
import type { AnyQueue } from '@tributary/contracts';
import type { Queues } from '@tributary/messaging-port';
import { describeQueues, type OpenOptions, type QueuesHarness } from '@tributary/messaging-port/conformance';
import { temporaryFolder } from '@tributary/testing';
import { LocalQueues } from './local-queues.js';
import { openDatabase } from './store/database.js';

async function fileHarness(): Promise<QueuesHarness> {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'jobs.db');
  return {
    open: (options: OpenOptions = {}): Promise<Queues> => Promise.resolve(LocalQueues.open({ file, ...options })),
    addUnchecked: (queue, payload) => {
      addUnchecked(file, queue, payload);
      return Promise.resolve();
    },
    child: { module: new URL('./child.fixture.ts', import.meta.url), settings: file },
    close: () => folder.remove(),
  };
}

function addUnchecked(file: string, queue: AnyQueue, payload: unknown): void {
  const database = openDatabase(file);
  const insert = "INSERT INTO jobs (queue, state, priority, bytes, created_at) VALUES (?, 'waiting', 10, 0, ?)";
  const { lastInsertRowid } = database.prepare(insert).run(queue.name, Date.now());
  database.prepare('INSERT INTO payloads (job, json) VALUES (?, ?)').run(lastInsertRowid, JSON.stringify(payload));
  database.close();
}

describeQueues({ name: 'local queues in a file', makeHarness: fileHarness, processes: true, remoteRequests: false, outages: false });
