import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync.js';

/** Makes a folder of ours alone, durably, and those above it that are missing. Not with `recursive`: below a folder that lets nothing be made and says that something is
 *  missing, as /proc does, Node tries that for ever.
 *  @throws what the system says */
export async function makeFolder(path: string): Promise<void> {
  const failure = await tryToMake(path);
  if (failure === undefined) return;
  const parent = dirname(path);
  if (failure.code !== 'ENOENT' || parent === path) throw failure;
  await makeFolder(parent);
  const again = await tryToMake(path);
  if (again !== undefined) throw again;
}

/** @returns why it is not there */
async function tryToMake(path: string): Promise<(Error & { readonly code?: unknown }) | undefined> {
  try {
    await mkdir(path, { mode: 0o700 });
    await syncFolder(dirname(path));
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isThere = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isThere ? undefined : error;
  }
}
