import { spawnSync } from 'node:child_process';
import { temporaryFolder } from './temporary-folder.js';

/** A disk of so many bytes that is really full when they are used up. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string;
}

/** Mounts a file system of its own in memory. @returns why there is none, where this user or system may not */
export async function smallDisk(bytes: number): Promise<SmallDisk | { readonly reason: string }> {
  const folder = await temporaryFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes.toString()}`, 'tmpfs', folder.path], { encoding: 'utf8' });
  if (mounted.status === 0) {
    return {
      path: folder.path,
      [Symbol.asyncDispose]: async () => {
        spawnSync('umount', ['-l', folder.path]);
        await folder.remove();
      },
    };
  }
  await folder.remove();
  return { reason: `no disk of its own size can be mounted: ${mounted.error?.message ?? mounted.stderr.trim()}` };
}
