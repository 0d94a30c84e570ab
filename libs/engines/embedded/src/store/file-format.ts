import { permanent } from '@tributary/kernel';
import { numberIn } from './columns.js';
import type { Connection } from './connection.js';
import { APPLICATION_ID, FORMAT } from './schema.js';
import { folderUnusable } from './sqlite-errors.js';

/** The format of a file: 0 when it is new. @param newest the newest format that can be read @throws `ENGINE.FORMAT_TOO_NEW`, `ENGINE.FOLDER_UNUSABLE` for the database of another program */
export function formatOf(connection: Connection, file: string, newest = FORMAT): number {
  const version = numberIn(connection.sql('PRAGMA user_version').get() ?? {}, 'user_version');
  const application = numberIn(connection.sql('PRAGMA application_id').get() ?? {}, 'application_id');
  if (version === 0 && application === 0) return 0;
  if (application !== APPLICATION_ID) {
    throw folderUnusable(file, 'it is the database of another program');
  }
  if (version > newest) {
    throw permanent(
      'ENGINE.FORMAT_TOO_NEW',
      `${file} was written by a newer Tributary (format ${version.toString()}, this one reads up to ${newest.toString()}): upgrade Tributary or choose another data folder.`,
      { category: 'conflict' },
    );
  }
  return version;
}
