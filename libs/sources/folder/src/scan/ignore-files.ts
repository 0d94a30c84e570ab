import { lstat, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path/posix';
import { join as joinOnDisk } from 'node:path';
import type { Folder } from './folder.js';

const IGNORE_FILES = ['.gitignore', '.tributaryignore'];
const LARGEST_IGNORE_FILE = 1024 * 1024;

/** The folder with the rules of its own ignore files. */
export async function addIgnoreFiles(folder: Folder): Promise<Folder> {
  let { rules } = folder;
  for (const name of IGNORE_FILES) {
    const content = await readIgnoreFile(joinOnDisk(folder.realPath, name));
    if (content !== undefined) rules = rules.with(folder.path.slice(0, -1), content);
  }
  return { ...folder, rules };
}

async function readIgnoreFile(path: string): Promise<string | undefined> {
  try {
    const { size } = await lstatFile(path);
    return size > LARGEST_IGNORE_FILE ? undefined : await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

async function lstatFile(path: string): Promise<{ readonly size: number }> {
  const state = await lstat(path);
  if (!state.isFile()) throw new Error('Not a file');
  return state;
}

/** What must be looked at when this path changed: an ignore file stands for everything in its folder. */
export function reachOf(path: string): string {
  if (!IGNORE_FILES.includes(basename(path))) return path;
  const folder = dirname(join('/', path)).slice(1);
  return folder;
}
