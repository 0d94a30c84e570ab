import { lstatSync, readFileSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path/posix';
import { join as joinOnDisk } from 'node:path';
import type { Folder } from './folder.js';

const IGNORE_FILES = ['.gitignore', '.tributaryignore'];
const LARGEST_IGNORE_FILE = 1024 * 1024;

/** The folder with the rules of its own ignore files. @param isLocal whether its files may be asked for at once: see LocalPlaces */
export async function addIgnoreFiles(folder: Folder, { isLocal = false }: { readonly isLocal?: boolean } = {}): Promise<Folder> {
  let { rules } = folder;
  for (const name of IGNORE_FILES) {
    const path = joinOnDisk(folder.realPath, name);
    const content = isLocal ? readAtOnce(path) : await readIgnoreFile(path);
    if (content !== undefined) rules = rules.with(folder.path.slice(0, -1), content);
  }
  return { ...folder, rules };
}

function readAtOnce(path: string): string | undefined {
  try {
    const state = lstatSync(path, { throwIfNoEntry: false });
    return state?.isFile() === true && state.size <= LARGEST_IGNORE_FILE ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
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
