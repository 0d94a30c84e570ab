import { stat } from 'node:fs/promises';
import { permanent } from '@tributary/kernel';

/** Whether the location is a folder or a single file. @throws `WATCH.UNAVAILABLE` when nothing can be seen there */
export async function requirePlace(location: string): Promise<'folder' | 'file'> {
  try {
    return (await stat(location)).isDirectory() ? 'folder' : 'file';
  } catch (cause) {
    throw permanent('WATCH.UNAVAILABLE', `${location} cannot be seen, so that it cannot be watched either.`, {
      category: 'not_found',
      cause,
    });
  }
}
