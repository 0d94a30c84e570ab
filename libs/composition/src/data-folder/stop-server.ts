import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { permanent, retryable } from '@tributary/kernel';
import { isDataFolder, Ownership } from './ownership.js';
import { readServerFile, type ServerFile } from './server-file.js';

const REQUEST = 'server.stop';
const LOOK_MS = 250;
/** One that starts says soon how it is reached, one that ends lets go of the folder. */
const SILENT_MS = 10_000;

/** Calls back once, when somebody asks the server of a data folder to end. @returns what ends the looking */
export function onStopRequest(folder: string, stop: () => void): () => void {
  const looking = setInterval(() => {
    if (!isRequested(folder)) return;
    clearInterval(looking);
    stop();
  }, LOOK_MS);
  looking.unref();
  return () => {
    clearInterval(looking);
  };
}

/** What was asked of the server before is nothing to a new one. */
export async function forgetStopRequest(folder: string): Promise<void> {
  await rm(join(folder, REQUEST), { force: true });
}

interface StopOptions {
  /** Milliseconds to wait for the server to end. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/** Has the server of a data folder end in order, and waits until it has. It is asked by a file beside its lock, which only that server reads: a process number might be another
 *  program's by now, or another machine's.
 *  @returns where the server was; undefined where none ran
 *  @throws `DATA.IN_USE` where what has the folder is no such server, `DATA.OWNER_SILENT`, `SERVER.NOT_STOPPED` */
export async function stopServer(folder: string, { waitMs, signal }: StopOptions): Promise<string | undefined> {
  const server = await runningServer(folder, signal);
  if (server === undefined) return undefined;
  await writeFile(join(folder, REQUEST), '', { mode: 0o600 });
  try {
    const endsAt = performance.now() + waitMs;
    while (!(await hasEnded(folder))) {
      if (performance.now() > endsAt) throw notStopped(server.url, waitMs);
      await pause(LOOK_MS, undefined, { signal });
    }
    return server.url;
  } finally {
    await forgetStopRequest(folder);
  }
}

/** @throws `DATA.IN_USE`, `DATA.OWNER_SILENT` */
async function runningServer(folder: string, signal: AbortSignal): Promise<ServerFile | undefined> {
  const endsAt = performance.now() + SILENT_MS;
  for (;;) {
    if (!isDataFolder(folder) || isFree(folder)) return undefined;
    const server = await readServerFile(folder);
    if (isShared(folder)) throw inUse(folder, 'services of a deployment: end them where they were started');
    if (server?.stand_in === true)
      throw inUse(
        folder,
        'a program that was started for something else, such as the "tributary mcp" of an assistant: it ends with that one',
      );
    if (server !== undefined) return server;
    if (performance.now() > endsAt)
      throw retryable(
        'DATA.OWNER_SILENT',
        `A process has the data folder ${folder} and does not say what it is: end it where it was started.`,
      );
    await pause(LOOK_MS, undefined, { signal });
  }
}

/** Nobody has the folder, or somebody else has: a new server takes the request away, a stand-in says what it is. */
async function hasEnded(folder: string): Promise<boolean> {
  return isFree(folder) || !isRequested(folder) || (await readServerFile(folder))?.stand_in === true;
}

function isFree(folder: string): boolean {
  return wasGiven(Ownership.tryAcquire(folder));
}

/** Services have it together, a server alone. */
function isShared(folder: string): boolean {
  return wasGiven(Ownership.tryShare(folder));
}

function wasGiven(ownership: Ownership | undefined): boolean {
  ownership?.release();
  return ownership !== undefined;
}

function isRequested(folder: string): boolean {
  return existsSync(join(folder, REQUEST));
}

function inUse(folder: string, by: string) {
  return permanent('DATA.IN_USE', `No server that could be stopped runs on ${folder}. It is in use by ${by}.`, { category: 'conflict' });
}

function notStopped(url: string, waitMs: number) {
  return retryable(
    'SERVER.NOT_STOPPED',
    `The server at ${url} has not ended within ${Math.round(waitMs / 1000).toString()} s. One of an earlier version does not hear of it: end it where it was started (Ctrl-C).`,
  );
}
