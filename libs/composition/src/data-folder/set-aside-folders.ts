import { access, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** Folder in a data folder in which a restore gathers what it copies. */
export const STAGED = 'restoring';

/** What the name of a folder that was set aside has after the one of its place. */
const SET_ASIDE = '.replaced-';

/** Where what stands in a place may be set aside now. */
export function newSetAside(place: string): string {
  return `${place}${SET_ASIDE}${Date.now().toString()}`;
}

interface SetAsideFolder {
  readonly path: string;
  /** The restore that set it aside ended before it put anything in its place. */
  readonly isUnfinished: boolean;
}

/** What restores set aside that stood in this folder before, the newest last. */
export async function setAsideFolders(folder: string): Promise<readonly SetAsideFolder[]> {
  const place = await realpath(folder).catch(() => resolve(folder));
  const names = await readdir(dirname(place)).catch(() => []);
  const paths = names.filter((name) => name.startsWith(`${basename(place)}${SET_ASIDE}`)).toSorted();
  return Promise.all(
    paths.map(async (name) => {
      const path = join(dirname(place), name);
      return { path, isUnfinished: await isThere(join(path, STAGED)) };
    }),
  );
}

export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
