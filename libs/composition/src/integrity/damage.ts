import { fork } from 'node:child_process';

/** A process runs what is built, also where this file is run as it stands in `src`. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? '../../dist/integrity/damage-main.js' : './damage-main.js', import.meta.url);

interface Database {
  /** Path of an SQLite file. */
  readonly file: string;
  /** Nobody writes it: no file is made beside it. */
  readonly isCopy: boolean;
}

/** What a look through a database ended with. */
export type Verdict = { readonly damage: string | undefined } | { readonly failure: string };

/** What SQLite finds broken in a database (`PRAGMA quick_check`), undefined where it is whole. Every page is read: about a second for each gigabyte that is in memory, else as
 *  long as the disk takes; until the end the write-ahead log of a database in use grows by what is written meanwhile. In a process, which can be ended in the middle of that; a
 *  thread cannot.
 *  @throws what SQLite says where the file cannot be read, and when the signal aborts */
export async function damageOf({ file, isCopy }: Database, signal?: AbortSignal): Promise<string | undefined> {
  const child = fork(ENTRY, [file, ...(isCopy ? ['copy'] : [])], {
    execArgv: ['--no-warnings'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    killSignal: 'SIGKILL',
    ...(signal === undefined ? {} : { signal }),
  });
  const verdict = await new Promise<Verdict>((resolve, reject) => {
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`The process that looked through ${file} ended before it said anything.`));
    });
  });
  if ('failure' in verdict) throw new Error(verdict.failure);
  return verdict.damage;
}
