import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Makes what a server that started on a folder leaves there, and a collection on request: enough to be told, not to be served. */
export function makeDataFolder(folder: string, collections: number): void {
  const store = join(folder, 'store', 'main');
  mkdirSync(store, { recursive: true });
  writeFileSync(join(folder, 'jobs.db'), '');
  const database = new DatabaseSync(join(store, 'store.db'));
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS collections (name); CREATE TABLE IF NOT EXISTS records (name)');
  for (let n = 0; n < collections; n++) database.prepare('INSERT INTO collections VALUES (?)').run(n);
  database.close();
}

/** Has a server on a folder: one that said where it is and has the lock. @returns what ends it, its word left behind as by a kill */
export function serveFolder(folder: string): () => void {
  const server = { url: 'http://127.0.0.1:9', token: 'x', version: '0.0.0', contract: 1 };
  writeFileSync(join(folder, 'server.json'), JSON.stringify(server));
  const lock = new DatabaseSync(join(folder, 'owner.db'));
  lock.exec('BEGIN EXCLUSIVE');
  return () => {
    lock.close();
  };
}
