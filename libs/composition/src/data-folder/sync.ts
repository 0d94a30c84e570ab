import { open } from 'node:fs/promises';

/** What a folder answers that may not be read, or whose file system syncs no folders: the system writes its names when it likes. */
const NOT_SYNCED: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EINVAL', 'EISDIR', 'EBADF', 'ENOTSUP', 'ENOSYS']);

/** Resolves when what the file holds survives a power cut; its name does after `syncFolder`. @throws what the system says */
async function syncFile(path: string): Promise<void> {
  // Windows syncs only what may be written.
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Resolves when the names in a folder survive a power cut, as far as its file system can promise that. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await syncFile(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NOT_SYNCED.has(error.code))) throw error;
  }
}

/** Resolves when everything in a folder, and below it, survives a power cut, without the name of the folder itself. @param paths of its files, relative, with `/` */
export async function syncTree(folder: string, paths: readonly string[]): Promise<void> {
  const folders = new Set([folder]);
  for (const path of paths) {
    await syncFile(`${folder}/${path}`);
    const names = path.split('/').slice(0, -1);
    for (const depth of names.keys()) folders.add(`${folder}/${names.slice(0, depth + 1).join('/')}`);
  }
  for (const one of folders) await syncFolder(one);
}
