import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { temporaryFolder } from './temporary-folder.js';

/** A disk of so many bytes that is really full when they are used up. */
export interface SmallDisk extends AsyncDisposable {
  readonly path: string;
}

/** Mounts a file system of its own in memory. @returns why there is none, where this user or system may not */
export async function smallDisk(bytes: number): Promise<SmallDisk | { readonly reason: string }> {
  const folder = await temporaryFolder();
  const options = `size=${bytes.toString()},mode=0777`;
  const mounted = asRoot(['mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder.path]);
  if (mounted.status === 0) {
    return {
      path: folder.path,
      [Symbol.asyncDispose]: async () => {
        asRoot(['umount', '-l', folder.path]);
        await folder.remove();
      },
    };
  }
  await folder.remove();
  return { reason: `no disk of its own size can be mounted: ${mounted.error?.message ?? mounted.stderr.trim()}` };
}

/** Without asking for a password. */
function asRoot([program = '', ...args]: readonly string[]): SpawnSyncReturns<string> {
  const isRoot = process.getuid?.() === 0;
  return isRoot ? spawnSync(program, args, { encoding: 'utf8' }) : spawnSync('sudo', ['-n', program, ...args], { encoding: 'utf8' });
}
