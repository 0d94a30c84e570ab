import { MIB } from '@tributary/kernel';
import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path/posix';
import { dirname as parentOnDisk, join as joinOnDisk } from 'node:path';
import { pathInside } from '../paths/inside.js';
import { marksDataFolder } from './data-folders.js';
import { rootFolder, type Folder } from './folder.js';
import { gitFolderAt, ignoresCase, isGitFolder, sharedGitFolder } from './git-folder.js';
import type { InnerRules } from './inner-rules.js';
import { readSmallFile, readSmallFileAtOnce } from './small-file.js';

const GIT_IGNORE = '.gitignore';
const OWN_IGNORE = '.tributaryignore';
const IGNORE_FILES = [GIT_IGNORE, OWN_IGNORE];
/** A name that no rule means. */
const ANY_NAME = 'tributary-any-name';
const LARGEST_IGNORE_FILE = MIB;

/** The folder with the rules of its own ignore files. @param isLocal whether its files may be asked for at once: see LocalPlaces */
export async function addIgnoreFiles(folder: Folder, { isLocal = false }: { readonly isLocal?: boolean } = {}): Promise<Folder> {
  let { rules } = folder;
  for (const name of IGNORE_FILES) {
    const path = joinOnDisk(folder.realPath, name);
    const content = isLocal ? readSmallFileAtOnce(path, LARGEST_IGNORE_FILE) : await readIgnoreFile(path);
    if (content !== undefined) rules = rules.with(folder.path.slice(0, -1), content, { isOfGit: name === GIT_IGNORE });
  }
  return { ...folder, rules };
}

/** What is left out beside what the ignore files of the source itself name. */
export interface OuterRules {
  /** Further patterns, as in .gitignore; an ignore file may bring back what they name. */
  readonly ignore?: readonly string[];
  /** Names the file of what git leaves out of a repository for its user; left out: none is read. */
  readonly excludesFile?: ((repository: string) => Promise<string>) | undefined;
}

interface InnerOptions extends Pick<OuterRules, 'excludesFile'> {
  readonly gitFolder: string;
  /** The source. */
  readonly root: string;
  readonly innerRules: InnerRules;
}

/** A file of patterns outside the source. */
interface OuterFile {
  readonly path: string;
  /** Folder of the repository that its patterns are relative to. */
  readonly folder: string;
}

/** The source itself, with the rules of the user's excludes file, of the repository's `info/exclude` and of the ignore files above it where it is a part of a git repository. They say nothing where
 *  they leave out all of it: then it is wanted in spite of them. */
export async function sourceFolder(realPath: string, { ignore = [], excludesFile }: OuterRules = {}): Promise<Folder> {
  const alone = rootFolder(realPath, ignore);
  const repository = await repositoryAround(realPath);
  if (repository === undefined) return alone;
  const way = pathInside(repository, realPath) ?? '';
  const source = rootFolder(realPath, ignore, way === '' ? '' : `${way.normalize('NFC')}/`);
  const inside = { ignoresCase: await ignoresCase(await gitFolderOf(repository)) };
  let rules = source.rules.inRepository(inside);
  for (const { path, folder } of await filesAround(repository, way, excludesFile)) {
    const content = await readIgnoreFile(path);
    if (content !== undefined) rules = rules.withAround(folder, content, { isOfGit: basename(path) !== OWN_IGNORE });
  }
  const leavesOutAll = [ANY_NAME, `${ANY_NAME}/`].some((name) => rules.reasonFor(name) !== undefined);
  return leavesOutAll ? { ...alone, rules: alone.rules.inRepository(inside) } : { ...source, rules };
}

/** A folder of the source that is a repository of its own, in which the rules of one around it hold no longer, with those that its user and its `info/exclude` add.
 *  A folder that git would not take for one stays as it is. */
export async function innerRepository(folder: Folder, { gitFolder, root, innerRules, excludesFile }: InnerOptions): Promise<Folder> {
  if (!(await isGitFolder(gitFolder))) return folder;
  const shared = await sharedGitFolder(gitFolder);
  let rules = folder.rules.inRepository({ ignoresCase: await ignoresCase(shared) });
  const ofUser = await excludesFile?.(folder.realPath);
  const files = [...(ofUser === undefined ? [] : [ofUser]), joinOnDisk(shared, 'info', 'exclude')];
  innerRules.note(root, { repository: folder.realPath, files });
  for (const path of files) {
    const content = await readIgnoreFile(path);
    if (content !== undefined) rules = rules.with(folder.path.slice(0, -1), content, { isOfGit: true });
  }
  return { ...folder, rules };
}

/** The files outside the source that say what of it is left out, there or not. */
export async function rulesAround(realPath: string, excludesFile: OuterRules['excludesFile']): Promise<readonly string[]> {
  const repository = await repositoryAround(realPath);
  if (repository === undefined) return [];
  const files = await filesAround(repository, pathInside(repository, realPath) ?? '', excludesFile);
  return files.map(({ path }) => path);
}

/** From the one of least weight on, as in git: each may bring back what one before it names. Those that are not there are named, too. */
async function filesAround(repository: string, way: string, excludesFile: OuterRules['excludesFile']): Promise<readonly OuterFile[]> {
  const files: OuterFile[] = [];
  if (excludesFile !== undefined) files.push({ path: await excludesFile(repository), folder: '' });
  files.push({ path: joinOnDisk(await gitFolderOf(repository), 'info', 'exclude'), folder: '' });
  const names = way === '' ? [] : way.split('/');
  for (let depth = 0; depth < names.length; depth++) {
    const folder = names.slice(0, depth).join('/');
    for (const name of IGNORE_FILES) files.push({ path: joinOnDisk(repository, folder, name), folder: folder.normalize('NFC') });
  }
  return files;
}

/** The folder with the `.git` that a place belongs to. */
async function repositoryAround(place: string): Promise<string | undefined> {
  const isRepository = await lstat(joinOnDisk(place, '.git')).then(Boolean, () => false);
  const parent = parentOnDisk(place);
  if (isRepository) return place;
  return parent === place ? undefined : repositoryAround(parent);
}

/** Where git keeps what all worktrees of a repository share; in a worktree or a submodule `.git` is a file that leads there. */
async function gitFolderOf(repository: string): Promise<string> {
  return sharedGitFolder((await gitFolderAt(repository, { isLocal: false })) ?? joinOnDisk(repository, '.git'));
}

function readIgnoreFile(path: string): Promise<string | undefined> {
  return readSmallFile(path, LARGEST_IGNORE_FILE);
}

/** What must be looked at when this path changed: an ignore file stands for everything in its folder, as does what makes a data folder or a repository of it. */
export function reachOf(path: string): string {
  const repository = /^(?:(.*)\/)?\.git(?:\/HEAD)?$/s.exec(path);
  if (repository !== null) return repository[1] ?? '';
  if (!IGNORE_FILES.includes(basename(path)) && !marksDataFolder(path)) return path;
  const folder = dirname(join('/', path)).slice(1);
  return folder;
}
