import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh folder, by its real path, that is removed with `remove` (or at the end of an `await using` block). */
export async function temporaryFolder(parent = tmpdir()): Promise<{
  readonly path: string;
  remove(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}> {
  const path = await realpath(await mkdtemp(join(parent, 'tributary-test-')));
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 });
  return { path, remove, [Symbol.asyncDispose]: remove };
}
