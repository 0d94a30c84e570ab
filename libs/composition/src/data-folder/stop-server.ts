import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { permanent, retryable } from '@tributary/kernel';
import { isDataFolder, Ownership } from './ownership.js';
import { readServerFile, serverFileMark, type ServerFile } from './server-file.js';

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
  const mark = await serverFileMark(folder);
  await request(folder, server.url);
  try {
    const endsAt = performance.now() + waitMs;
    while (!(await hasEnded(folder, mark))) {
      if (performance.now() > endsAt) throw notStopped(server.url, waitMs);
      // Another "tributary stop" that was interrupted took its request away, which was this one, too.
      if (!isRequested(folder) && (await isStill(folder, mark))) await request(folder, server.url);
      await pause(LOOK_MS, undefined, { signal });
    }
    return server.url;
  } finally {
    await forgetStopRequest(folder);
  }
}

/** @throws `SERVER.NOT_STOPPED` where the disk takes no file */
async function request(folder: string, url: string): Promise<void> {
  try {
    await writeFile(join(folder, REQUEST), '', { mode: 0o600 });
  } catch (error) {
    throw notAsked(url, error);
  }
}

/** @throws `DATA.IN_USE`, `DATA.OWNER_SILENT` */
async function runningServer(folder: string, signal: AbortSignal): Promise<ServerFile | undefined> {
  const endsAt = performance.now() + SILENT_MS;
  for (;;) {
    if (!isDataFolder(folder) || isFree(folder)) return undefined;
    const server = await readServerFile(folder);
    if (isShared(folder)) {
      // A server that was just ending gives the share, too.
      if (isFree(folder)) return undefined;
      throw inUse(folder, 'services of a deployment: end them where they were started');
    }
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

/** Nobody has the folder, or a server that came later: it says so in a file of its own. */
async function hasEnded(folder: string, mark: string | undefined): Promise<boolean> {
  if (isFree(folder)) return true;
  const now = await serverFileMark(folder);
  return now !== undefined && now !== mark;
}

/** One that comes later takes the request away, which is none to it, before it says anything. */
async function isStill(folder: string, mark: string | undefined): Promise<boolean> {
  return mark !== undefined && (await serverFileMark(folder)) === mark;
}

/** Whether a process has the folder that said how it is reached: one that was killed leaves its word behind. */
export async function isServed(folder: string): Promise<boolean> {
  try {
    return (await readServerFile(folder)) !== undefined && isDataFolder(folder) && !isFree(folder);
  } catch {
    return false;
  }
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

function notAsked(url: string, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return retryable(
    'SERVER.NOT_STOPPED',
    `The server at ${url} cannot be asked to end, as that is done by a file in its data folder (${reason}): end it where it was started (Ctrl-C), or send its process SIGTERM.`,
    { cause },
  );
}
