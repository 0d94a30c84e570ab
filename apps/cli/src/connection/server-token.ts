import { readFile } from 'node:fs/promises';
import { permanent } from '@tributary/kernel';
import type { ConnectionOptions } from './connection.js';

/** The token for the server of `--url`: the option, `TRIBUTARY_TOKEN`, or what the file of `TRIBUTARY_TOKEN_FILE` holds; a command line is read by every user of the machine.
 *  @throws `CONFIG.UNREADABLE` */
export async function serverToken({ token, env }: Pick<ConnectionOptions, 'token' | 'env'>): Promise<string | undefined> {
  const { TRIBUTARY_TOKEN: named = '', TRIBUTARY_TOKEN_FILE: file = '' } = env;
  if (token !== undefined) return token;
  if (named !== '' || file === '') return named === '' ? undefined : named;
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    throw permanent('CONFIG.UNREADABLE', `TRIBUTARY_TOKEN_FILE: ${file} cannot be read: name a file that holds the token of the server.`, {
      cause,
    });
  }
}
