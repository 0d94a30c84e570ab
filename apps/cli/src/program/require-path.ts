import { access } from 'node:fs/promises';
import { permanent } from '@tributary/kernel';

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
