import { DEFAULT_DATA_FOLDER } from '@tributary/kernel/places';
import { basename, dirname, resolve } from 'node:path';
import type { ConnectionOptions } from './connection.js';
import { readConfiguration } from './read-configuration.js';

/** The data folder that a command line which is written down for later has to name, so that it means the same as here: undefined where a file or a variable of a dialect names it, or the user's own is meant.
 *  @throws `CONFIG.INVALID` */
export async function handedOnFolder(connection: ConnectionOptions): Promise<string | undefined> {
  const { data, env } = connection;
  const named = data ?? env['TRIBUTARY_DATA__FOLDER'];
  const ofClone = env[DEFAULT_DATA_FOLDER];
  if (named !== undefined || ofClone === undefined) return named;
  const { folder } = (await readConfiguration(connection)).data;
  // A file of the notes server has a folder of its own below.
  const base = basename(folder).startsWith('notes-') ? dirname(folder) : folder;
  return base === resolve(ofClone) ? ofClone : undefined;
}
