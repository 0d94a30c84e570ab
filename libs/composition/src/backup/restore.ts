import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { permanent } from '@tributary/kernel';
import { WISH } from '../data-folder/hand-over.js';
import { Ownership } from '../data-folder/ownership.js';
import { markMade } from '../data-folder/made-store.js';
import { prepareDataFolder } from '../data-folder/prepare-data-folder.js';
import { STAGED } from '../data-folder/set-aside-folders.js';
import { syncFolder, syncTree } from '../data-folder/sync.js';
import { digestOf, readManifest, type BackupManifest } from './manifest.js';
import { replaceByStaged, requireMovable } from './set-aside.js';

interface RestoreOptions {
  /** Moves what stands in the folder aside instead of refusing. */
  readonly replace: boolean;
}

export interface Restored extends BackupManifest {
  /** Where what stood in the folder before lies now. */
  readonly setAside?: string;
}

/** Puts a backup in place of a data folder. Every file is checked before the first is written, and all are on the disk before the first takes its place. What was
 *  restored survives a power cut from the answer on.
 *  @throws `DATA.IN_USE` while a server or a service has the folder, `DATA.NOT_EMPTY`, `DATA.NOT_MOVABLE`, `BACKUP.INVALID`, `BACKUP.NEWER`, `BACKUP.DAMAGED`, `BACKUP.NOT_COPIED` */
export async function restore(backup: string, folder: string, { replace }: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(backup);
  for (const file of manifest.files) await check(backup, file);
  await prepareDataFolder(folder);
  const ownership = own(folder);
  try {
    const isEmpty = await holdsNothing(folder);
    if (!isEmpty && !replace)
      throw permanent('DATA.NOT_EMPTY', `${folder} holds data: name another folder with --data, or set it aside with --replace.`, {
        category: 'conflict',
      });
    if (!isEmpty) await requireMovable(folder);
    await stage(backup, folder, manifest);
    if (isEmpty) {
      await moveIn(folder);
      return manifest;
    }
  } finally {
    ownership.release();
  }
  return { ...manifest, setAside: await replaceByStaged(folder) };
}

async function check(backup: string, { path, sha256 }: BackupManifest['files'][number]): Promise<void> {
  if (isAbsolute(path) || normalize(path).startsWith('..')) throw damaged(path);
  const found = await digestOf(join(backup, path)).catch(() => undefined);
  if (found !== sha256) throw damaged(path);
}

/** True where there is nothing but what a restore that was broken off left, or what a new disk comes with. */
async function holdsNothing(folder: string): Promise<boolean> {
  return (await readdir(folder)).every((name) => name.startsWith('owner.db') || name === WISH || name === STAGED || name === 'lost+found');
}

/** Copies all files next to what stands in the folder, on the same disk, durably. @throws `BACKUP.NOT_COPIED` */
async function stage(backup: string, folder: string, { files }: BackupManifest): Promise<void> {
  const staged = join(folder, STAGED);
  try {
    await rm(staged, { recursive: true, force: true });
    await mkdir(staged, { mode: 0o700 });
    for (const { path } of files) {
      await mkdir(dirname(join(staged, path)), { recursive: true, mode: 0o700 });
      await copyFile(join(backup, path), join(staged, path));
    }
    // Backups of earlier versions hold no such marks.
    for (const name of storesIn(files)) await markMade({ folder: staged, name });
    await syncTree(
      staged,
      files.map(({ path }) => path),
    );
  } catch (error) {
    await rm(staged, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw permanent('BACKUP.NOT_COPIED', `The backup could not be copied (${reason}): make room, or name another folder with --data; nothing was changed.`, { cause: error }); // oxfmt-ignore
  }
}

/** The store first: jobs it lacks are made again from it, but nothing makes a store of jobs. */
async function moveIn(folder: string): Promise<void> {
  const staged = join(folder, STAGED);
  const names = (await readdir(staged)).toSorted((a, b) => Number(b === 'store') - Number(a === 'store'));
  for (const name of names) {
    await rename(join(staged, name), join(folder, name));
    await syncFolder(folder);
  }
  await rm(staged, { recursive: true });
}

/** Names of the embedded engines whose stores are among the files. */
function storesIn(files: BackupManifest['files']): readonly string[] {
  return files.flatMap(({ path }) => /^store\/(.+)\/store\.db$/.exec(path)?.[1] ?? []);
}

/** @throws `DATA.IN_USE` */
function own(folder: string): Ownership {
  const ownership = Ownership.tryAcquire(folder);
  if (ownership) return ownership;
  throw permanent(
    'DATA.IN_USE',
    `A server runs on ${folder}, or a service of a deployment: end it first ("tributary stop"), or name another folder with --data.`,
    { category: 'conflict' },
  );
}

function damaged(path: string) {
  return permanent('BACKUP.DAMAGED', `${path} in the backup is not what was written: use another backup; nothing was changed.`);
}
