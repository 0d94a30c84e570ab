import { realpath } from 'node:fs/promises';

/** Where folders lie, as sources say it, too. Those that are not there (yet) stand as they are written: nothing lies below them. */
export function realPaths(folders: readonly string[]): Promise<string[]> {
  return Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
}
