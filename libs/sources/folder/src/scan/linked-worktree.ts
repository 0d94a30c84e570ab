import { basename, dirname, join } from 'node:path';
import { KIB } from '@tributary/kernel';
import { pathInside } from '../paths/inside.js';
import { readSmallFile } from './small-file.js';

/** A longer `config` is not looked at. */
const LARGEST_CONFIG = 64 * KIB;
const BARE = /^[ \t]*bare[ \t]*=[ \t]*true[ \t]*$/im;

/** Whether a folder within a source is a second checkout (`git worktree add`) of a repository whose own files are part of the source, too: the same files once
 *  more. Submodules are none, nor are checkouts of a repository that has no files of its own (bare) or lies elsewhere.
 *  @param gitFolder see `gitFolderAt` @param root the source */
export async function isLinkedWorktree(gitFolder: string, root: string): Promise<boolean> {
  const worktrees = dirname(gitFolder);
  const repository = dirname(worktrees);
  // That of a submodule lies in `.git/modules`; of another name than `.git` it has no files beside it.
  if (basename(worktrees) !== 'worktrees' || basename(repository) !== '.git') return false;
  if (pathInside(root, dirname(repository)) === undefined) return false;
  return !BARE.test((await readSmallFile(join(repository, 'config'), LARGEST_CONFIG)) ?? 'bare = true');
}
