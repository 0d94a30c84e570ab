import { Worker } from 'node:worker_threads';

/** A thread runs what is built, also where this file is run as it stands in `src`. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? '../../dist/integrity/damage-thread.js' : './damage-thread.js', import.meta.url);

export interface Database {
  /** Path of an SQLite file. */
  readonly file: string;
  /** Nobody writes it: no file is made beside it. */
  readonly isCopy: boolean;
}

/** What SQLite finds broken in a database (`PRAGMA quick_check`), undefined where it is whole. Every page is read, in a thread: about a second for each gigabyte that is in
 *  memory, else as long as the disk takes; until the end the write-ahead log of a database in use grows by what is written meanwhile.
 *  @throws what SQLite says where the file cannot be read */
export async function damageOf(database: Database): Promise<string | undefined> {
  const worker = new Worker(ENTRY, { workerData: database, execArgv: [] });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}
