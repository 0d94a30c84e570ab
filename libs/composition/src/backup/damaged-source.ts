import { sep } from 'node:path';
import { permanent } from '@tributary/kernel';

const APART = 'move it away together with those of its name that end in -wal and -shm, and start again';
/** What mends a file, by its name. */
const MENDED: ReadonlyMap<string, string> = new Map([
  ['jobs.db', `End Tributary, ${APART}: what was accepted before is kept, and gets its jobs anew.`],
  ['vectors.db', `It is a cache: end Tributary, ${APART}.`],
]);
const OF_STORE =
  'Keep the earlier backups. End Tributary and put the last good one back with "tributary restore FOLDER --replace"; "tributary export" first saves what can still be read.';

/** A copy of what is damaged would take the place of good ones. @param file of the data folder @param damage what SQLite found */
export function damagedSource(file: string, damage: string) {
  const mended = MENDED.get(file.split(sep).at(-1) ?? '') ?? OF_STORE;
  return permanent('BACKUP.DAMAGED_SOURCE', `${file} is damaged (${damage}): no backup was made. ${mended}`, { category: 'internal' });
}
