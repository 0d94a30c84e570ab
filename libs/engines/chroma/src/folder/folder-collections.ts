import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How many collections a Chroma folder holds, by a look into its database that starts no server; undefined where the database cannot be read. */
export function countFolderCollections(folder: string): number | undefined {
  const file = join(folder, 'chroma.sqlite3');
  if (!existsSync(file)) return 0;
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return Number(database.prepare('SELECT count(*) AS n FROM collections').get()?.['n']);
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}
