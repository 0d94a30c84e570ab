import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { permanent, retryable } from '@tributary/kernel';

const LOCK_TRIES = 200;
const LOCK_RETRY_MS = 25;

/** The text of a file; undefined only where there is none. @throws CREDENTIALS.UNREADABLE where it is there and cannot be read */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    const message = `${file} cannot be read (${String(error)}): where it belongs to another user, give it to the one the server runs as.`;
    throw permanent('CREDENTIALS.UNREADABLE', message, { cause: error });
  }
}

/** Puts a text in place of a file at once, for its owner alone. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const beside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(beside, text, { mode: 0o600 });
    await giveToOwnerOfFolder(beside);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** What root writes into a service's folder stays readable for the service. */
async function giveToOwnerOfFolder(file: string): Promise<void> {
  const { uid, gid } = await stat(dirname(file));
  if (process.getuid?.() === 0 && uid !== 0) await chown(file, uid, gid);
}

/** Runs alone among all processes that take the lock of this file; the system frees it on any death. */
export async function alone<Result>(lockFile: string, run: () => Promise<Result>): Promise<Result> {
  const lock = new DatabaseSync(lockFile);
  try {
    await giveToOwnerOfFolder(lockFile);
    await begin(lock, lockFile);
    return await run();
  } finally {
    lock.close();
  }
}

async function begin(lock: DatabaseSync, lockFile: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return;
    } catch (error) {
      if (attempt < LOCK_TRIES) await delay(LOCK_RETRY_MS);
      else throw retryable('CREDENTIALS.LOCKED', `${lockFile} is held by another process: try again when it has ended.`, { cause: error });
    }
  }
}
