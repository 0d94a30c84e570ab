import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Whether anything was ever brought into a data folder: a server that only started there leaves empty stores. One whose primary engine is elsewhere has no store, and counts by its jobs: those of services lie in the files of their Redis. */
export function holdsData(folder: string): boolean {
  const stores = join(folder, 'store');
  if (!existsSync(stores)) return ['jobs.db', 'redis'].some((jobs) => existsSync(join(folder, jobs)));
  try {
    return readdirSync(stores)
      .map((name) => join(stores, name, 'store.db'))
      .some((store) => existsSync(store) && hasRows(store));
  } catch {
    return true;
  }
}

/** One that is in use or damaged is taken to have some. */
function hasRows(store: string): boolean {
  const url = pathToFileURL(store);
  // Nobody has it open, then, and to read it leaves no files beside it.
  if (!existsSync(`${store}-wal`)) url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true });
  try {
    return database.prepare('SELECT 1 WHERE EXISTS (SELECT 1 FROM collections) OR EXISTS (SELECT 1 FROM records)').get() !== undefined;
  } finally {
    database.close();
  }
}
