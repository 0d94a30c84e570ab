import { existsSync, statfsSync } from 'node:fs';
import { temporaryFolder } from './temporary-folder.js';

const MEMORY = '/dev/shm';
/** In a container there are 64 MB, which several servers at once would fill. */
const LEAST_BYTES = 2 ** 30;

/** A fresh folder in memory, where the system offers it as a folder with room, else on the disk: tests kill servers, not the machine, and a server that syncs each write
 *  is mostly waiting for a disk. */
export function memoryFolder(): ReturnType<typeof temporaryFolder> {
  return temporaryFolder(hasRoom() ? MEMORY : undefined);
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= LEAST_BYTES;
}
