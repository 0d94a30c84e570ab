import { lstatSync, readFileSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';

/** The text of a file of so many bytes at most, without leaving the thread: see LocalPlaces. Undefined for anything else; of a name that is not there without an exception thrown. */
export function readSmallFileAtOnce(path: string, mostBytes: number): string | undefined {
  try {
    const state = lstatSync(path, { throwIfNoEntry: false });
    return state?.isFile() === true && state.size <= mostBytes ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** The same on another thread. */
export async function readSmallFile(path: string, mostBytes: number): Promise<string | undefined> {
  try {
    const state = await lstat(path);
    return state.isFile() && state.size <= mostBytes ? await readFile(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
