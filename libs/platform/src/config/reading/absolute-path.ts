import { resolve } from 'node:path';
import { permanent } from '@tributary/kernel';
import { expandHome } from '@tributary/kernel/places';

/** A path of the configuration as the process uses it: `~` is the user's home. @throws `CONFIG.INVALID` where he has none */
export function absolutePath(path: string): string {
  const expanded = expandHome(path);
  if (/^~(?=$|[/\\])/.test(expanded))
    throw permanent(
      'CONFIG.INVALID',
      `${path}: this user has no home for ~ to stand for. Write the whole path (that of the data folder as --data or data.folder), or set HOME.`,
    );
  return resolve(expanded);
}
