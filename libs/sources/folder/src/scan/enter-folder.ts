import type { DataFolders } from './data-folders.js';
import type { Folder } from './folder.js';
import { gitFolderAt } from './git-folder.js';
import { addIgnoreFiles, innerRepository, sourceFolder, type OuterRules } from './ignore-files.js';
import type { InnerRules } from './inner-rules.js';
import { isLinkedWorktree } from './linked-worktree.js';

interface Source extends OuterRules {
  readonly root: string;
  readonly dataFolders: DataFolders;
  readonly innerRules: InnerRules;
  /** Whether the folder may be asked for at once: see LocalPlaces. */
  readonly isLocal: boolean;
}

/** A folder of a source with the rules that hold in it, or why it is none: a data folder, or a second checkout of what is part of the source anyway. */
export async function enterFolder(folder: Folder, source: Source): Promise<Folder | 'ignored' | 'worktree'> {
  const { root, isLocal, dataFolders, innerRules } = source;
  if (folder.path === '') return addIgnoreFiles(await sourceFolder(root, source), { isLocal });
  if (await dataFolders.has(folder.realPath, { isLocal })) return 'ignored';
  const gitFolder = await gitFolderAt(folder.realPath, { isLocal });
  if (gitFolder === undefined) {
    innerRules.forget(root, folder.realPath);
    return addIgnoreFiles(folder, { isLocal });
  }
  if (await isLinkedWorktree(gitFolder, root)) return 'worktree';
  return addIgnoreFiles(await innerRepository(folder, { ...source, gitFolder }), { isLocal });
}
