import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { memoryFolder } from '../files/memory-folder.js';
import { freePort } from '../ports/free-port.js';

/** A Redis of a test's own: loopback, every write in its file before it is acknowledged, nothing evicted. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** SIGKILL. The data stays, `restart` serves them again on the same port. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  /** As after a disk was lost: SIGKILL, the data gone, and started again on the same port. */
  restartEmpty(): Promise<void>;
  /** Ends the server and removes its data; so does the end of an `await using` block. */
  remove(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const SETTINGS = [
  '--bind',
  '127.0.0.1',
  '--save',
  '',
  '--appendonly',
  'yes',
  '--appendfsync',
  'always',
  '--maxmemory-policy',
  'noeviction',
];

/** Starts `command` (a redis-server or valkey-server) with a folder of its own. */
export async function startRedisServer(command: string): Promise<RedisServer> {
  const folder = await memoryFolder();
  const port = await freePort();
  let running = await launch(command, ['--port', port.toString(), '--dir', folder.path, ...SETTINGS]);
  const crash = (): Promise<void> => end(running);
  const remove = async (): Promise<void> => {
    await crash();
    await folder.remove();
  };
  const restart = async (): Promise<void> => {
    running = await launch(command, ['--port', port.toString(), '--dir', folder.path, ...SETTINGS]);
  };
  return {
    url: `redis://127.0.0.1:${port.toString()}`,
    port,
    crash,
    restart,
    restartEmpty: async () => {
      await crash();
      for (const name of await readdir(folder.path)) await rm(join(folder.path, name), { recursive: true });
      await restart();
    },
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

interface Launched {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
}

async function launch(command: string, args: readonly string[]): Promise<Launched> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  const endWithParent = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', endWithParent);
  child.once('exit', () => process.removeListener('exit', endWithParent));
  const output = createInterface({ input: child.stdout });
  const isReady = new Promise<void>((resolve) => {
    output.on('line', (line) => {
      if (/Ready to accept connections/i.test(line)) resolve();
    });
  });
  const failed = exited.then(() => {
    throw new Error(`${command} ended at once`);
  });
  await Promise.race([isReady, failed]);
  failed.catch(() => undefined); // it ends when a test ends it
  return { child, exited };
}

async function end({ child, exited }: Launched): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await exited;
}
