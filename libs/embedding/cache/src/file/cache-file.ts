import { isDamage } from '@tributary/kernel/sqlite';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const FORMAT = 1;

const TABLES = `
  CREATE TABLE vectors (
    id INTEGER PRIMARY KEY,
    model TEXT NOT NULL,
    revision TEXT NOT NULL,
    hash BLOB NOT NULL,
    used INTEGER NOT NULL,
    vector BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX vectors_by_text ON vectors (hash, revision, model);
  CREATE INDEX vectors_by_use ON vectors (used);
`;

// Nothing here is worth waiting for: neither for the disk, nor for a lock that another process holds.
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 100;
  PRAGMA journal_size_limit = 16777216;
`;

/** Opens or makes the file. One that is no database, is damaged or has another format is made anew: what it held can be computed again, though perhaps not for
 *  nothing, so whatever else stands against it leaves the file as it is. @throws what SQLite says */
export function openCacheFile(file: string): DatabaseSync {
  return tryOpen(file) ?? makeCacheFile(file);
}

/** Makes the file anew, whatever is in it. @throws what SQLite says */
export function makeCacheFile(file: string): DatabaseSync {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  const fresh = tryOpen(file);
  if (fresh) return fresh;
  throw new Error(`The cache of vectors ${file} cannot be made.`);
}

/** @returns undefined for one that is damaged or of another format */
function tryOpen(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec(SETTINGS);
    database.exec('BEGIN IMMEDIATE');
    const format = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (format === 0) database.exec(`${TABLES} PRAGMA user_version = ${FORMAT.toString()};`);
    database.exec('COMMIT');
    if (format === 0 || format === FORMAT) return database;
  } catch (error) {
    database.close();
    if (isDamage(error)) return undefined;
    throw error;
  }
  database.close();
  return undefined;
}
