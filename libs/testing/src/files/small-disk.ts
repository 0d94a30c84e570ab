import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { temporaryFolder } from './temporary-folder.js';

const READ_ONLY_BYTES = 8_000_000;

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

/** The same, read-only once `fill` has written what is there. */
export async function readOnlyDisk(fill: (path: string) => unknown): Promise<SmallDisk | { readonly reason: string }> {
  const disk = await smallDisk(READ_ONLY_BYTES);
  if ('reason' in disk) return disk;
  await fill(disk.path);
  const { status, error, stderr } = asRoot(['mount', '-o', 'remount,ro', disk.path]);
  if (status === 0) return disk;
  await disk[Symbol.asyncDispose]();
  return { reason: `a disk cannot be made read-only: ${error?.message ?? stderr.trim()}` };
}

/** Without asking for a password. */
function asRoot([program = '', ...args]: readonly string[]): SpawnSyncReturns<string> {
  const isRoot = process.getuid?.() === 0;
  return isRoot ? spawnSync(program, args, { encoding: 'utf8' }) : spawnSync('sudo', ['-n', program, ...args], { encoding: 'utf8' });
}
