import { permanent } from '@tributary/kernel';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect } from '../../connection/connect.js';
import type { Connection, ConnectionOptions } from '../../connection/connection.js';

interface EmptyServerOptions {
  readonly connection: ConnectionOptions;
  /** Served by this process, or by one of its own over HTTP. */
  readonly inProcess: boolean;
  /** Settings as environment variables, beside those of the caller. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Runs work against a server on an empty data folder, which is removed afterwards. @throws `EVAL.SERVER_FAILED` */
export async function withEmptyServer<T>(options: EmptyServerOptions, work: (connection: Connection) => Promise<T>): Promise<T> {
  const data = await mkdtemp(join(tmpdir(), 'tributary-eval-'));
  const { config, env } = options.connection;
  const chosen: ConnectionOptions = { data, env: { ...env, ...options.settings }, ...(config === undefined ? {} : { config }) };
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

async function startServer({ data = '', config, env }: ConnectionOptions): Promise<ChildProcess> {
  const configured = config === undefined ? [] : ['--config', config];
  const args = [...process.execArgv, process.argv[1] ?? '', 'start', '--data', data, '--port', '0', '--json', ...configured];
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
