// Entry of the process that looks through one database.
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isDamage } from '@tributary/kernel/sqlite';
import type { Verdict } from './damage.js';

const BUSY_TIMEOUT_MS = 5_000;

const [file = '', copy] = process.argv.slice(2);
process.send?.(verdict());

function verdict(): Verdict {
  try {
    return { damage: findDamage(copy !== undefined) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function findDamage(isCopy: boolean): string | undefined {
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
