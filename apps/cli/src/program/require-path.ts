import { access } from 'node:fs/promises';
import { permanent } from '@tributary/kernel';
import { expandHome } from '@tributary/kernel/places';
import { resolve } from 'node:path';
import { usageError } from './usage-error.js';

/** Absolute path of an argument. @throws `USAGE.ARGUMENTS` for an empty one: what an unset variable of a script gives is not the folder one stands in */
export function absolutePath(path: string): string {
  if (path.trim() === '') throw usageError('A path is empty: name a folder or a file; "." is the folder you are in.');
  return resolve(expandHome(path));
}

/** Refuses a path that is not there before anything is started for it. @throws `SOURCE.NOT_FOUND` */
export async function requirePath(path: string): Promise<void> {
  try {
    await access(path);
  } catch (error) {
    throw permanent('SOURCE.NOT_FOUND', `${path} is not there or cannot be read: give a folder or a file that exists.`, {
      category: 'not_found',
      cause: error,
    });
  }
}
