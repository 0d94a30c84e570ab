import { copyFile, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { permanent } from '@tributary/kernel';
import { Ownership } from '../data-folder/ownership.js';
import { prepareDataFolder } from '../data-folder/prepare-data-folder.js';
import { digestOf, readManifest, type BackupManifest } from './manifest.js';

interface RestoreOptions {
  /** Moves what stands in the folder aside instead of refusing. */
  readonly replace: boolean;
}

export interface Restored extends BackupManifest {
  /** Where what stood in the folder before lies now. */
  readonly setAside?: string;
}

/** Puts a backup in place of a data folder. Every file is checked before the first is written.
 *  @throws `DATA.IN_USE` while a server has the folder, `DATA.NOT_EMPTY`, `BACKUP.INVALID`, `BACKUP.DAMAGED` */
export async function restore(backup: string, folder: string, { replace }: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(backup);
  for (const file of manifest.files) await check(backup, file);
  const setAside = await clear(folder, replace);
  const ownership = own(folder);
  try {
    for (const { path } of manifest.files) {
      await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
      await copyFile(join(backup, path), join(folder, path));
    }
  } finally {
    ownership.release();
  }
  return { ...manifest, ...(setAside === undefined ? {} : { setAside }) };
}

async function check(backup: string, { path, sha256 }: BackupManifest['files'][number]): Promise<void> {
  if (isAbsolute(path) || normalize(path).startsWith('..')) throw damaged(path);
  const found = await digestOf(join(backup, path)).catch(() => undefined);
  if (found !== sha256) throw damaged(path);
}

/** Makes room in the folder, which nobody may serve meanwhile. */
async function clear(folder: string, replace: boolean): Promise<string | undefined> {
  await prepareDataFolder(folder);
  const ownership = own(folder);
  try {
    const isEmpty = (await readdir(folder)).every((name) => name.startsWith('owner.db'));
    if (isEmpty) return undefined;
    if (!replace)
      throw permanent('DATA.NOT_EMPTY', `${folder} holds data: name another folder with --data, or set it aside with --replace.`, {
        category: 'conflict',
      });
  } finally {
    ownership.release();
  }
  const aside = `${folder}.replaced-${Date.now().toString()}`;
  await rename(folder, aside);
  await prepareDataFolder(folder);
  return aside;
}

/** @throws `DATA.IN_USE` */
function own(folder: string): Ownership {
  const ownership = Ownership.tryAcquire(folder);
  if (ownership) return ownership;
  throw permanent('DATA.IN_USE', `A server runs on ${folder}: end it first, or name another folder with --data.`, { category: 'conflict' });
}

function damaged(path: string) {
  return permanent('BACKUP.DAMAGED', `${path} in the backup is not what was written: use another backup; nothing was changed.`);
}
