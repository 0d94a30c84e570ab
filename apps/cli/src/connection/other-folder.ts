import { existsSync } from 'node:fs';
import { DEFAULT_DATA_FOLDER, userDataFolder } from '@tributary/kernel/places';
import { join, resolve } from 'node:path';
import type { ConnectionOptions } from './connection.js';
import { configurationFile } from './handed-on.js';

type Given = Pick<ConnectionOptions, 'data' | 'config' | 'env'>;

/** In two sentences, which other folder a clone may have filled under the same configuration file: once, commands with one took the user's folder, and `npm start` that of the clone in any case.
 *  @param folder the one in use @returns undefined where there is none, or where who calls knows */
export function otherFolder(connection: Given, folder: string): string | undefined {
  const { data, env } = connection;
  const ofClone = env[DEFAULT_DATA_FOLDER];
  const file = configurationFile(connection);
  if (data !== undefined || ofClone === undefined || file === undefined) return undefined;
  const other = formerFolder(ofClone, { env, folder });
  if (other === folder || !holdsData(other)) return undefined;
  return `${other} holds data, too, but ${folder} is used. For the other one, write into ${file}: data: { folder: ${JSON.stringify(other)} }`;
}

/** The same where a server runs on the other folder and none on this one: a service that was installed before, which the command seems to be meant for. */
export function otherServer(connection: Given, folder: string): string | undefined {
  const ofClone = connection.env[DEFAULT_DATA_FOLDER];
  if (ofClone === undefined || hasServer(folder)) return undefined;
  return hasServer(formerFolder(ofClone, { env: connection.env, folder })) ? otherFolder(connection, folder) : undefined;
}

/** Who named another folder than that of the clone and has filled it knows of both. */
function formerFolder(ofClone: string, { env, folder }: Pick<Given, 'env'> & { readonly folder: string }): string {
  return resolve(folder === resolve(ofClone) ? userDataFolder(env) : holdsData(folder) ? folder : ofClone);
}

function holdsData(folder: string): boolean {
  return existsSync(join(folder, 'store'));
}

function hasServer(folder: string): boolean {
  return existsSync(join(folder, 'server.json'));
}
