import { resolve } from 'node:path';
import type { ConnectionOptions } from './connection.js';

/** What a command line that is written down for later can say: the file and the folder, named or by default; what is for servers elsewhere, and what steers tests only. */
const HANDED_ON = /^TRIBUTARY_(?:CONFIG$|DATA__FOLDER$|DEFAULT_DATA_FOLDER$|TOKEN(?:_FILE)?$|TEST_)/;

/** Absolute path of the file that configures this process, by option or variable: a program that is started elsewhere has no such variable. */
export function configurationFile({ config, env }: Pick<ConnectionOptions, 'config' | 'env'>): string | undefined {
  const file = config ?? env['TRIBUTARY_CONFIG'];
  return file === undefined || file === '' ? undefined : resolve(file);
}

/** In a sentence or two, which variables configure this process and will not configure one that is started elsewhere; undefined where there are none. */
export function variablesNotHandedOn(connection: Pick<ConnectionOptions, 'config' | 'env'>): string | undefined {
  const set = Object.entries(connection.env).filter(([name, value]) => name.startsWith('TRIBUTARY_') && value !== undefined);
  const names = set.map(([name]) => name).filter((name) => !HANDED_ON.test(name));
  if (names.length === 0) return undefined;
  const them = names.length === 1 ? 'it' : 'them';
  const where = configurationFile(connection) ?? 'a configuration file and name that with --config';
  return `Set here and not where it is started: ${names.sort().join(', ')}. Write ${them} into ${where}.`;
}
