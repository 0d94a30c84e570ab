import { join } from 'node:path';
import { HttpConnection, HttpOperations } from '@tributary/api-client';
import type { Operations } from '@tributary/contracts';
import {
  eventually,
  readServer,
  startApp,
  startRedisServer,
  temporaryFolder,
  type AppProcess,
  type SeededRandom,
} from '@tributary/testing';

const READY_WITHIN_MS = 120_000;

/** A running Tributary some of whose processes may be killed. */
export interface Killable {
  readonly folder: string;
  /** As a producer sees it now; reads the address anew, since a started server may have another one. */
  operations(): Promise<Operations>;
  /** SIGKILLs a process and starts it again. @returns which one; it may still be starting */
  kill(random: SeededRandom): Promise<string>;
  /** Resolves when everything that was started is ready. */
  ready(): Promise<void>;
  /** Ends it in an orderly way; the data stay. */
  stop(): Promise<void>;
  /** Ends it and removes the data. */
  remove(): Promise<void>;
}

/** The standalone process. */
export async function killableStandalone(): Promise<Killable> {
  const folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  const start = () => startApp('standalone', { args: ['--data', data, '--port', '0'] });
  let server = start();
  await untilReady(() => [server]);
  return {
    folder: data,
    operations: () => operationsOf(data),
    kill: async () => {
      await server.end('SIGKILL');
      server = start();
      return 'standalone';
    },
    ready: () => untilReady(() => [server]),
    stop: async () => {
      await server.end('SIGTERM');
    },
    remove: async () => {
      await server.end('SIGKILL');
      await folder.remove();
    },
  };
}

/** The four services; workers are killed, the gateway is not. @param command of a Redis */
export async function killableServices(command: string, embedders: number): Promise<Killable> {
  const folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  const redis = await startRedisServer(command);
  const env = { TRIBUTARY_REDIS__URL: redis.url };
  const start = (name: string, args: readonly string[] = []) => startApp(name, { args: ['--data', data, ...args], env });
  const workers: { readonly name: string; process: AppProcess }[] = [
    'ingest-worker',
    ...Array.from({ length: embedders }, () => 'embedder'),
  ].map((name) => ({ name, process: start(name) }));
  const faces = [start('search-federation'), start('mcp-gateway', ['--port', '0'])];
  const processes = () => [...workers.map(({ process }) => process), ...faces];
  const ready = () => untilReady(processes);
  const end = async (signal: NodeJS.Signals) => {
    await Promise.all(processes().map((process) => process.end(signal)));
  };
  await ready();
  return {
    folder: data,
    ready,
    operations: () => operationsOf(data),
    kill: async (random) => {
      const worker = workers[random.below(workers.length)];
      if (worker === undefined) return 'nothing';
      await worker.process.end('SIGKILL');
      worker.process = start(worker.name);
      return worker.name;
    },
    stop: () => end('SIGTERM'),
    remove: async () => {
      await end('SIGKILL');
      await redis.remove();
      await folder.remove();
    },
  };
}

/** Many starts at once on a busy machine take their time. */
async function untilReady(processes: () => readonly AppProcess[]): Promise<void> {
  await eventually(() => Promise.all(processes().map((process) => process.ready())), READY_WITHIN_MS);
}

function operationsOf(data: string): Promise<Operations> {
  return eventually(async () => {
    const server = await readServer(data);
    return new HttpOperations(new HttpConnection(server));
  });
}
