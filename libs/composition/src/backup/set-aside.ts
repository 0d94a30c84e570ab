import { realpath, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { permanent } from '@tributary/kernel';
import { newSetAside, STAGED } from '../data-folder/set-aside-folders.js';
import { syncFolder } from '../data-folder/sync.js';

/** What the removal of a folder that holds something fails with where only that stands against it. */
const NOT_EMPTY: ReadonlySet<unknown> = new Set(['ENOTEMPTY', 'EEXIST']);

/** Finds out before any work whether a folder may be set aside, as a mount point may not. @param folder holds something @throws `DATA.NOT_MOVABLE` */
export async function requireMovable(folder: string): Promise<void> {
  try {
    // Whatever forbids to rename a folder forbids to remove it, and is looked at before what it holds, which keeps it there.
    await rmdir(await realpath(folder));
  } catch (error) {
    if (!NOT_EMPTY.has(codeOf(error))) throw notMovable(folder, error);
  }
}

/** Puts what was staged in a folder in its place, durably; a link to it goes on to lead there. @returns where the folder with all else lies now @throws `DATA.NOT_MOVABLE` */
export async function replaceByStaged(folder: string): Promise<string> {
  const place = await realpath(folder);
  const setAside = newSetAside(place);
  try {
    await rename(place, setAside);
  } catch (error) {
    await rm(join(place, STAGED), { recursive: true, force: true });
    throw notMovable(folder, error);
  }
  await syncFolder(dirname(place));
  await rename(join(setAside, STAGED), place);
  await syncFolder(setAside);
  await syncFolder(dirname(place));
  return setAside;
}

function notMovable(folder: string, cause: unknown) {
  const code = codeOf(cause);
  const why = code === 'EBUSY' ? 'it is a mount point' : String(code ?? cause);
  return permanent(
    'DATA.NOT_MOVABLE',
    `${folder} cannot be set aside (${why}): move what it holds elsewhere and restore without --replace, or name another folder with --data; nothing was changed.`,
    { category: 'conflict', cause },
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
