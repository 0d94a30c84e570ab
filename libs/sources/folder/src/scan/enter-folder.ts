import type { Folder } from './folder.js';
import { gitFolderAt } from './git-folder.js';
import { addIgnoreFiles, innerRepository, sourceFolder, type OuterRules } from './ignore-files.js';
import { isLinkedWorktree } from './linked-worktree.js';

interface Source extends OuterRules {
  readonly root: string;
  /** Whether the folder may be asked for at once: see LocalPlaces. */
  readonly isLocal: boolean;
}

/** A folder of a source with the rules that hold in it; undefined for a second checkout of what is part of the source anyway. */
export async function enterFolder(folder: Folder, source: Source): Promise<Folder | undefined> {
  const { root, isLocal } = source;
  if (folder.path === '') return addIgnoreFiles(await sourceFolder(root, source), { isLocal });
  const gitFolder = await gitFolderAt(folder.realPath, { isLocal });
  if (gitFolder === undefined) return addIgnoreFiles(folder, { isLocal });
  if (await isLinkedWorktree(gitFolder, root)) return undefined;
  return addIgnoreFiles(await innerRepository(folder, { ...source, gitFolder }), { isLocal });
}
