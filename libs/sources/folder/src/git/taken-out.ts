import { execFile } from 'node:child_process';
import { lstat, readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { MIB } from '@tributary/kernel';
import { pathInside } from '../paths/inside.js';
import { gitFolderAt, isGitFolder } from '../scan/git-folder.js';

const run = promisify(execFile);
const TIMEOUT_MS = 10_000;
const MOST_OUTPUT = 64 * MIB;
/** Commits that are looked at, the last that were checked out first. */
const MOST_COMMITS = 10;
/** Nothing that a repository configures is run, and nothing is fetched. */
const NOTHING_ELSE = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-c', 'protocol.allow=never'];
const COMMIT = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) /;

/** Of paths that are not there any more those that git took out: a commit that was checked out in their repository has them, and its index has them no longer. Where the
 *  repository, its index or git itself is missing there are none. @param root of the source @param paths relative to it, in NFC */
export async function takenOut(root: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const repositories = new Map<string, Promise<string | undefined>>();
  const placed = await Promise.all(
    paths.map(async (path) => ({ path, repository: await repositoryOf(dirname(join(root, path)), repositories) })),
  );
  const taken = new Set<string>();
  for (const [repository, gone] of Map.groupBy(placed, (one) => one.repository)) {
    if (repository === undefined) continue;
    const named = new Map(gone.map(({ path }) => [nameIn(repository, join(root, path)), path]));
    for (const name of await takenOutOf(repository, [...named.keys()])) taken.add(named.get(name) ?? name);
  }
  return taken;
}

async function takenOutOf(repository: string, names: readonly string[]): Promise<readonly string[]> {
  const gitFolder = await gitFolderAt(repository, { isLocal: false });
  if (gitFolder === undefined || !(await isGitFolder(gitFolder)) || !(await isThere(join(gitFolder, 'index')))) return [];
  const index = await namesOf(repository, ['ls-files', '-z']);
  if (index === undefined) return [];
  const left = new Set(names.filter((name) => !index.has(name)));
  const taken: string[] = [];
  for (const commit of await checkedOut(gitFolder)) {
    if (left.size === 0) break;
    const held = await namesOf(repository, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit]);
    const found = [...left].filter((name) => held?.has(name) === true);
    for (const name of found) left.delete(name);
    taken.push(...found);
  }
  return taken;
}

/** What git lists, in NFC; undefined where it does not. */
async function namesOf(repository: string, question: readonly string[]): Promise<ReadonlySet<string> | undefined> {
  try {
    const { stdout } = await run('git', [...NOTHING_ELSE, '-C', repository, ...question], { timeout: TIMEOUT_MS, maxBuffer: MOST_OUTPUT });
    return new Set(stdout.normalize('NFC').split('\0'));
  } catch {
    return undefined;
  }
}

/** The commits that were checked out last, the newest first, as git logs them for this checkout. */
async function checkedOut(gitFolder: string): Promise<readonly string[]> {
  const log = await readFile(join(gitFolder, 'logs', 'HEAD'), 'utf8').catch(() => '');
  const commits = log
    .split('\n')
    .toReversed()
    .flatMap((line) => COMMIT.exec(line)?.slice(1).toReversed() ?? []);
  return [...new Set(commits)].filter((commit) => /[^0]/.test(commit)).slice(0, MOST_COMMITS);
}

/** The folder with the `.git` that a folder belongs to, or belonged to while it was there. @param known what was found before */
function repositoryOf(folder: string, known: Map<string, Promise<string | undefined>>): Promise<string | undefined> {
  const before = known.get(folder);
  if (before !== undefined) return before;
  const parent = dirname(folder);
  const found = isThere(join(folder, '.git')).then((has) => {
    if (has) return folder;
    return parent === folder ? undefined : repositoryOf(parent, known);
  });
  known.set(folder, found);
  return found;
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** As git spells it. */
function nameIn(repository: string, path: string): string {
  return (pathInside(repository, path) ?? '').split(sep).join('/').normalize('NFC');
}
