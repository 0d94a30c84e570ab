import { isAbsolute } from 'node:path';
import { permanent } from '@tributary/kernel';

/** A relative path means another folder to its writer than to the server. @throws `SOURCE.RELATIVE_PATH` */
export function requireAbsolute(location: string): void {
  if (isAbsolute(location)) return;
  throw permanent(
    'SOURCE.RELATIVE_PATH',
    `${location} is no absolute path, and the server does not know which folder it is meant from: give the whole path, such as ${EXAMPLE}, or a web address with http:// or https://.`,
  );
}

const EXAMPLE = process.platform === 'win32' ? String.raw`C:\Users\me\notes` : '/home/me/notes';
