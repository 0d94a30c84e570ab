// Entry of the thread that looks through one database.
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { isDamage } from '@tributary/kernel/sqlite';
import type { Database } from './damage.js';

const BUSY_TIMEOUT_MS = 5_000;

// safe: only damageOf starts this file, with its database
const { file, isCopy } = workerData as Database;

parentPort?.postMessage(findDamage());

function findDamage(): string | undefined {
  const location = pathToFileURL(file);
  if (isCopy) location.searchParams.set('immutable', '1');
  try {
    const database = new DatabaseSync(location, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    try {
      const found = String(database.prepare('PRAGMA quick_check(1)').get()?.['quick_check']);
      return found === 'ok' ? undefined : found.replace(/^\*\*\*.*\*\*\*\s*/, '');
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Error && isDamage(error)) return error.message;
    throw error;
  }
}
