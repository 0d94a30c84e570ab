import { chmod, copyFile, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const PRIVATE = 0o600;
const OF_OTHERS = 0o044;

/** The text of a file; undefined where there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file in one step, after a copy of what was there, unless it is what is to be written; a link stays a link, permissions stay what they were.
 *  @returns the path of the copy, where there was something to copy */
export async function replaceFile(path: string, text: string, now: Date): Promise<string | undefined> {
  const real = await realpath(path).catch(() => path);
  await mkdir(dirname(real), { recursive: true });
  if ((await readIfThere(real)) === text) return undefined;
  const before = await stat(real).catch(() => undefined);
  const backup = before === undefined ? undefined : `${real}.before-tributary-${now.toISOString().replace(/[:.]/g, '-')}`;
  if (backup !== undefined) await copyFile(real, backup);
  const fresh = `${real}.tributary-${process.pid.toString()}`;
  // An entry may carry a token.
  await writeFile(fresh, text, { mode: PRIVATE });
  if (before !== undefined) await chmod(fresh, before.mode);
  await rename(fresh, real);
  return backup;
}

/** In a sentence, that others than its user can read a file; undefined where they cannot, or there is none yet: one that is made is his alone. */
export async function openToOthers(path: string, platform: NodeJS.Platform): Promise<string | undefined> {
  const mode = platform === 'win32' ? undefined : (await stat(path).catch(() => undefined))?.mode;
  if (mode === undefined || (mode & OF_OTHERS) === 0) return undefined;
  return `Others on this machine can read ${path}, and copies of it: chmod 600 keeps a file to yourself.`;
}
