import { lstatSync, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { KIB, MIB } from '@tributary/kernel';
import { readSmallFile, readSmallFileAtOnce } from './small-file.js';

/** A longer `.git` is no pointer to a repository. */
const LARGEST_POINTER = 64 * KIB;
const LARGEST_CONFIG = MIB;
const IGNORE_CASE = /^\s*ignorecase\s*=\s*"?(\w+)"?\s*(?:[;#].*)?$/i;

/** Where git keeps what belongs to the checkout in a folder: `.git` itself, or where it leads to as a file, there or not. Undefined where no `.git` says so.
 *  @param isLocal whether the folder may be asked for at once: see LocalPlaces */
export async function gitFolderAt(folder: string, { isLocal }: { readonly isLocal: boolean }): Promise<string | undefined> {
  const git = join(folder, '.git');
  const state = isLocal ? lstatAtOnce(git) : await lstat(git).catch(() => undefined);
  if (state?.isDirectory() === true) return git;
  if (state?.isFile() !== true) return undefined;
  const pointer = isLocal ? readSmallFileAtOnce(git, LARGEST_POINTER) : await readSmallFile(git, LARGEST_POINTER);
  const target = /^gitdir:[ \t]*(\S.*)/m.exec(pointer ?? '')?.[1]?.trimEnd();
  return target === undefined ? undefined : resolve(folder, target);
}

/** Without an exception where nothing is there, as in nearly every folder. */
function lstatAtOnce(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Whether git takes a folder for one of its own. */
export async function isGitFolder(folder: string): Promise<boolean> {
  return lstat(join(folder, 'HEAD')).then(
    () => true,
    () => false,
  );
}

/** What all worktrees of a repository share. */
export async function sharedGitFolder(gitFolder: string): Promise<string> {
  const common = await readSmallFile(join(gitFolder, 'commondir'), LARGEST_POINTER);
  return common === undefined ? gitFolder : resolve(gitFolder, common.trim());
}

/** Whether git takes names in any case for the same in this repository: it notes that where it makes one on such a disk, as macOS and Windows have.
 *  @param gitFolder what all worktrees share */
export async function ignoresCase(gitFolder: string): Promise<boolean> {
  const config = (await readSmallFile(join(gitFolder, 'config'), LARGEST_CONFIG)) ?? '';
  let section = '';
  let value = 'false';
  for (const line of config.split('\n')) {
    section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.trim().toLowerCase() ?? section;
    if (section === 'core') value = IGNORE_CASE.exec(line)?.[1] ?? value;
  }
  return /^(?:true|yes|on|1)$/i.test(value);
}
