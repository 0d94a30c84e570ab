import { isServed } from '@tributary/composition/session';
import { DEFAULT_DATA_FOLDER, homeFolder } from '@tributary/kernel/places';
import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { ConnectionOptions } from './connection.js';
import { configurationFile } from './handed-on.js';
import { holdsData } from './holds-data.js';
import { readConfiguration } from './read-configuration.js';

type Given = Pick<ConnectionOptions, 'data' | 'config' | 'dialects' | 'env'>;

const LOCAL_PATH = 'QDRANT_LOCAL_PATH';

/** In two sentences, which other folder a clone may have filled under the same configuration: once, commands with a file took the user's folder, `npm start` and `npm run services` that of the clone in any case, and so did commands without a file, whatever a dialect named.
 *  @param folder the one in use @returns undefined where there is none, or where who calls knows @throws `CONFIG.INVALID` */
export async function otherFolder(connection: Given, folder: string): Promise<string | undefined> {
  const other = await formerFolder(connection, folder);
  if (other === undefined || !holdsData(other.path)) return undefined;
  const isFilled = holdsData(folder);
  // Who named another folder than that of the clone and has filled it knows of both.
  if (other.isOfClone && isFilled) return undefined;
  const told = isFilled ? `holds data, too, but ${folder} is used` : `holds data, but ${folder}, which holds none, is used`;
  return `${other.path} ${told}. For the other one, ${remedy(connection, other)}`;
}

/** The same for the folder that the connection means; outside a clone no configuration is read for it. @throws `CONFIG.INVALID` */
export async function otherFolderThan(connection: Given): Promise<string | undefined> {
  const isInClone = (connection.env[DEFAULT_DATA_FOLDER] ?? '') !== '';
  return isInClone && canBeReadAgain(connection) ? otherFolder(connection, (await readConfiguration(connection)).data.folder) : undefined;
}

/** The same where a server runs on the other folder and none on this one: a service that was installed before, which the command seems to be meant for. */
export async function otherServer(connection: Given, folder: string): Promise<string | undefined> {
  const other = await formerFolder(connection, folder);
  if (other === undefined || !(await isServed(other.path)) || (await isServed(folder))) return undefined;
  return otherFolder(connection, folder);
}

interface Former {
  readonly path: string;
  /** Else it is the one that commands took, as they did not know of that of the clone. */
  readonly isOfClone: boolean;
}

async function formerFolder(connection: Given, folder: string): Promise<Former | undefined> {
  // A user without a home has no folder of his own that commands could have taken.
  if (homeFolder() === undefined) return undefined;
  const { data, env } = connection;
  const ofClone = env[DEFAULT_DATA_FOLDER] ?? '';
  // A file of the notes server names no folder, and keeps in its own what lies elsewhere, too.
  if (data !== undefined || ofClone === '' || !isNew(connection) || basename(folder).startsWith('notes-')) return undefined;
  if (!canBeReadAgain(connection)) return undefined;
  const named = (await readConfiguration({ ...connection, env: { ...env, [DEFAULT_DATA_FOLDER]: undefined } })).data.folder;
  if (named !== folder) return { path: named, isOfClone: false };
  const path = resolve(ofClone);
  return path === folder ? undefined : { path, isOfClone: true };
}

/** Whether something names the folder now that did not always before. */
function isNew(connection: Given): boolean {
  const variable = namingVariable(connection);
  // With a file that of the dialect acted before, too.
  return configurationFile(connection) === undefined ? variable !== undefined : variable !== LOCAL_PATH;
}

/** Whoever calls has read the configuration: what stood in a pipe is gone, and to open it again would wait for a writer who does not come. */
function canBeReadAgain(connection: Given): boolean {
  const file = configurationFile(connection);
  return file === undefined || statSync(file, { throwIfNoEntry: false })?.isFile() !== false;
}

/** A variable wins over the file. */
function remedy(connection: Given, { path, isOfClone }: Former): string {
  const variable = namingVariable(connection);
  if (variable === LOCAL_PATH) return `which was used in spite of ${LOCAL_PATH}, unset that, or bring over what is there ("tributary export", "tributary import").`; // oxfmt-ignore
  if (variable !== undefined) return `set ${variable} to it.`;
  const instead = isOfClone ? ' instead of the one that it names' : '';
  return `write into ${configurationFile(connection) ?? ''}${instead}: data: { folder: ${JSON.stringify(path)} }`;
}

function namingVariable({ env, dialects = [] }: Given): string | undefined {
  if (env['TRIBUTARY_DATA__FOLDER'] !== undefined) return 'TRIBUTARY_DATA__FOLDER';
  return dialects.includes('qdrant') && (env[LOCAL_PATH] ?? '').trim() !== '' ? LOCAL_PATH : undefined;
}
