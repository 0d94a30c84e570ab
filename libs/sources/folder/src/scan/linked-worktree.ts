import { basename, dirname, join, resolve } from 'node:path';
import { KIB } from '@tributary/kernel';
import { pathInside } from '../paths/inside.js';
import type { Folder } from './folder.js';
import { readSmallFile, readSmallFileAtOnce } from './small-file.js';

/** A longer `.git` is no pointer to a repository. */
const LARGEST_POINTER = 64 * KIB;
const BARE = /^\s*bare\s*=\s*true\s*$/im;

interface Source {
  readonly root: string;
  /** Whether the folder may be asked for at once: see LocalPlaces. */
  readonly isLocal: boolean;
}

/** Whether a folder within a source is a second checkout (`git worktree add`) of a repository whose own files are part of the source, too: the same files once
 *  more. The source itself never is, nor are submodules, nor checkouts of a repository that has no files of its own (bare) or lies elsewhere. */
export async function isLinkedWorktree(folder: Pick<Folder, 'path' | 'realPath'>, { root, isLocal }: Source): Promise<boolean> {
  if (folder.path === '') return false;
  const pointer = join(folder.realPath, '.git');
  const content = isLocal ? readSmallFileAtOnce(pointer, LARGEST_POINTER) : await readSmallFile(pointer, LARGEST_POINTER);
  const target = gitFolderNamed(folder.realPath, content);
  if (target === undefined) return false;
  const worktrees = dirname(target);
  const repository = dirname(worktrees);
  // That of a submodule lies in `.git/modules`; of another name than `.git` it has no files beside it.
  if (basename(worktrees) !== 'worktrees' || basename(repository) !== '.git') return false;
  if (pathInside(root, dirname(repository)) === undefined) return false;
  return !BARE.test((await readSmallFile(join(repository, 'config'), LARGEST_POINTER)) ?? 'bare = true');
}

/** The folder that the `.git` file of a worktree or a submodule leads to. */
export function gitFolderNamed(place: string, content: string | undefined): string | undefined {
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(content ?? '')?.[1];
  return target === undefined ? undefined : resolve(place, target);
}
