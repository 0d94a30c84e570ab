import { DatabaseSync } from 'node:sqlite';
import { TributaryError, permanent } from '@tributary/kernel';
import { SUSPECT_LOST_RUNS } from '@tributary/messaging-port';
import { unopenable } from './unwritable.js';

const FORMAT = 1;

/** Condition of a job in which processes died. One that has an exclusive key compares sources, say, and may lose many runs to restarts. */
export const IS_SUSPECT = `lost >= ${SUSPECT_LOST_RUNS.toString()} AND exclusive IS NULL`;

const TABLES = `
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    queue TEXT NOT NULL,
    state TEXT NOT NULL,
    priority INTEGER NOT NULL,
    label TEXT,
    dedup TEXT,
    exclusive TEXT,
    bytes INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER,
    finished_at INTEGER,
    owner TEXT,
    runs INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    lost INTEGER NOT NULL DEFAULT 0,
    cancelled INTEGER NOT NULL DEFAULT 0,
    progress TEXT,
    reason TEXT,
    error_code TEXT,
    error_message TEXT
  ) STRICT;
  CREATE INDEX jobs_by_state ON jobs (queue, state, priority, id, created_at, bytes);
  CREATE INDEX jobs_by_dedup ON jobs (queue, dedup) WHERE dedup IS NOT NULL;
  CREATE INDEX jobs_by_due ON jobs (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX jobs_by_owner ON jobs (owner) WHERE owner IS NOT NULL;
  CREATE INDEX jobs_by_end ON jobs (queue, finished_at) WHERE finished_at IS NOT NULL;
  CREATE TABLE payloads (job INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
  CREATE TRIGGER jobs_forgotten AFTER DELETE ON jobs BEGIN DELETE FROM payloads WHERE job = OLD.id; END;
  CREATE TABLE workers (id TEXT PRIMARY KEY, queues TEXT NOT NULL, present_until INTEGER NOT NULL, lease_until INTEGER NOT NULL) STRICT;
`;

// WAL with synchronous=NORMAL: a commit survives the death of the process without waiting for the disk. A power failure may take the last
// second of jobs, which is enough here: the catalog row, written with fsync, is the durable truth, and a sweep makes the missing jobs again.
const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 5000;
  PRAGMA wal_autocheckpoint = 4000;
  PRAGMA journal_size_limit = 67108864;
`;

/** Opens or creates the jobs file; several processes of one machine may have it open. @throws `QUEUE.STORE_TOO_NEW`, `QUEUE.STORE_DAMAGED`, `QUEUE.UNAVAILABLE` */
export function openDatabase(file: string): DatabaseSync {
  const database = connect(file);
  try {
    database.exec(SETTINGS);
    database.exec('BEGIN IMMEDIATE');
    const format = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (format > FORMAT) {
      throw permanent(
        'QUEUE.STORE_TOO_NEW',
        `The jobs file ${file} has format ${format}; this program knows ${FORMAT}. Start the newer program.`,
      );
    }
    if (format === 0) database.exec(`${TABLES} PRAGMA user_version = ${FORMAT};`);
    noteSuspects(database);
    database.exec('COMMIT');
    return database;
  } catch (error) {
    database.close();
    throw error instanceof TributaryError ? error : unopenable(error, file);
  }
}

/** What programs before did not note, and do not mind: what they counted says nothing of whether a job was lost alone. */
function noteSuspects(database: DatabaseSync): void {
  const isNoted = database.prepare("SELECT 1 FROM pragma_table_info('jobs') WHERE name = 'lost_alone'").get() !== undefined;
  if (!isNoted) database.exec('ALTER TABLE jobs ADD COLUMN lost_alone INTEGER NOT NULL DEFAULT 0');
  database.exec(`CREATE INDEX IF NOT EXISTS jobs_suspected ON jobs (state, queue, priority, id) WHERE ${IS_SUSPECT}`);
}

function connect(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw unopenable(error, file);
  }
}
