import { permanent } from '@tributary/kernel';
import { settingsAsVariables, type Configuration } from '@tributary/platform';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from '../../connection/connect.js';
import type { Connection, ConnectionOptions } from '../../connection/connection.js';

/** What decides how texts are read and found. What is not here (engines, collections, priorities, access, sources, daemon) belongs to the user's own data. */
const KEPT = [
  ['models'],
  ['defaultModel'],
  ['embeddingCache'],
  ['rerankers'],
  ['defaultReranker'],
  ['rerankByDefault'],
  ['auto'],
  ['queues'],
  ['sources', 'maskSecrets'],
  ['log'],
];
/** Of ours, those that say where the user's data is; what steers tests is none of them. */
const OWN_SETTING = /^TRIBUTARY_(?!TEST_)/;

export interface EmptyServerOptions {
  /** Of the user: what decides the answers is taken from it, and nothing else. */
  readonly configuration: Configuration;
  readonly env: ConnectionOptions['env'];
  /** Served by this process, or by one of its own over HTTP. */
  readonly inProcess: boolean;
  /** Further settings as environment variables; they win. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Runs work against a server whose only engine is an embedded store in an empty data folder, which is removed afterwards. @throws `EVAL.SERVER_FAILED` */
export async function withEmptyServer<T>(options: EmptyServerOptions, work: (connection: Connection) => Promise<T>): Promise<T> {
  const data = await mkdtemp(join(tmpdir(), 'tributary-eval-'));
  const chosen = { data, env: environmentOf(options) };
  let child: ChildProcess | undefined;
  try {
    if (!options.inProcess) child = await startServer(chosen);
    const connection = await connect(chosen);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  } finally {
    if (child !== undefined) await stop(child);
    await rm(data, { recursive: true, force: true });
  }
}

function environmentOf({ configuration, env, settings }: EmptyServerOptions): ConnectionOptions['env'] {
  const surroundings = Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_SETTING.test(name)));
  return { ...surroundings, ...settingsAsVariables(configuration, KEPT), ...settings };
}

async function startServer({ data, env }: { readonly data: string; readonly env: ConnectionOptions['env'] }): Promise<ChildProcess> {
  const args = [...process.execArgv, process.argv[1] ?? '', 'start', '--data', data, '--port', '0', '--json'];
  const child = spawn(process.execPath, args, { env: { ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  // The first line is the address: from then on the data folder says where the server is.
  await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')]);
  if (child.exitCode === null) return child;
  throw permanent(
    'EVAL.SERVER_FAILED',
    `The server to be measured ended with code ${child.exitCode.toString()}; its last words stand above.`,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
