import { existsSync } from 'node:fs';
import { DEFAULT_DATA_FOLDER, userDataFolder } from '@tributary/kernel/places';
import { join, resolve } from 'node:path';
import type { ConnectionOptions } from './connection.js';
import { configurationFile } from './handed-on.js';

/** In two sentences, which other folder a clone may have filled under the same configuration file: once, commands with one took the user's folder, and `npm start` that of the clone in any case.
 *  @param folder the one in use @returns undefined where there is none, or where who calls knows */
export function otherFolder(connection: Pick<ConnectionOptions, 'data' | 'config' | 'env'>, folder: string): string | undefined {
  const { data, env } = connection;
  const ofClone = env[DEFAULT_DATA_FOLDER];
  const file = configurationFile(connection);
  if (data !== undefined || ofClone === undefined || file === undefined) return undefined;
  // Who named another folder and has filled it knows of that of the clone.
  const former = folder === resolve(ofClone) ? userDataFolder(env) : holdsData(folder) ? folder : ofClone;
  const other = resolve(former);
  if (other === folder || !holdsData(other)) return undefined;
  return `${other} holds data, too, but ${folder} is used. For the other one, write into ${file}: data: { folder: ${JSON.stringify(other)} }`;
}

function holdsData(folder: string): boolean {
  return existsSync(join(folder, 'store'));
}
