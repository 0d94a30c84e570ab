import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { DatabaseSync, backup } from 'node:sqlite';
import { permanent } from '@tributary/kernel';
import { isDamage } from '@tributary/kernel/sqlite';
import { requireMadeStores } from '../data-folder/made-store.js';
import { makeFolder } from '../data-folder/make-folder.js';
import { syncFolder, syncTree } from '../data-folder/sync.js';
import { damageOf } from '../integrity/damage.js';
import { VERSION } from '../version.js';
import { damagedSource } from './damaged-source.js';
import { MANIFEST, digestOf, type BackupManifest } from './manifest.js';

/** All pages in one step: a copy in several would begin anew with every write of another process. */
const ALL_PAGES = 2 ** 31 - 1;
/** Of the running server alone, a part of a database that its copy holds already, or what a restore that was broken off left. Bounded: it is asked of paths. */
const LEFT_OUT = /^restoring[/\\]|(?:^|[/\\])(?:server\.json(?:\..*)?|server\.wanted|owner\.db)$|\.db-(?:wal|shm|journal)$|\.sock$/;

/** Copies a data folder while servers read and write it. Every database is copied as it stands at one moment, the queue before the store: what the store holds as
 *  accepted gets its job again by the sweep. Every copy of a database is looked through. The backup survives a power cut from the answer on.
 *  @throws `BACKUP.DAMAGED_SOURCE`, `BACKUP.EXISTS`, `BACKUP.NO_PLACE`, `BACKUP.NO_ROOM`, `DATA.NOT_FOUND`, `DATA.STORE_MISSING` */
export async function backUp(folder: string, target: string): Promise<BackupManifest> {
  await refuseUnfit(folder, target);
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true });
  await makePlace(partial, target);
  try {
    const files = [];
    for (const path of await filesOf(folder)) {
      const copy = join(partial, path);
      await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
      if (!(await copyOne(join(folder, path), copy))) continue;
      await refuseDamaged(folder, path, copy);
      files.push({ path: path.split(sep).join('/'), bytes: (await stat(copy)).size, sha256: await digestOf(copy) });
    }
    const manifest: BackupManifest = { v: 1, program: VERSION, created_at: new Date().toISOString(), files };
    await writeFile(join(partial, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 });
    await syncTree(partial, [...files.map(({ path }) => path), MANIFEST]);
    await rename(partial, target);
    await syncFolder(dirname(target));
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw isFull(error) ? noRoom(target, error) : error;
  }
}

/** SQLite says 13 where the file system says ENOSPC. What is read is never written to, so it is the place of the backup that is full. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'ENOSPC') || ('errcode' in error && error.errcode === 13);
}

function noRoom(target: string, cause: unknown) {
  return permanent('BACKUP.NO_ROOM', `There is no room for a backup in ${target}: make some, or name a place on another disk. Nothing was left there.`, { cause }); // oxfmt-ignore
}

async function makePlace(partial: string, target: string): Promise<void> {
  try {
    await makeFolder(partial);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw permanent('BACKUP.NO_PLACE', `No backup can be written to ${target} (${reason}): name a folder in a place where you may make one.`, { cause: error }); // oxfmt-ignore
  }
}

async function refuseUnfit(folder: string, target: string): Promise<void> {
  if (await isThere(target))
    throw permanent('BACKUP.EXISTS', `${target} is there already: name a folder that is not.`, { category: 'conflict' });
  if (!(await isThere(join(folder, 'store'))))
    throw permanent('DATA.NOT_FOUND', `There is no embedded store in ${folder}: name its data folder with --data.`, {
      category: 'not_found',
    });
  await requireMadeStores(folder);
  if (`${resolve(target)}${sep}`.startsWith(`${resolve(folder)}${sep}`))
    throw permanent('BACKUP.INSIDE', 'A backup inside the data folder would become part of the next one: name a place elsewhere.');
}

/** Paths below the folder, the queue first. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const files = await filesBelow(folder);
  return files
    .map((path) => relative(folder, path))
    .filter((path) => !LEFT_OUT.test(path))
    .toSorted((a, b) => Number(b === 'jobs.db') - Number(a === 'jobs.db') || a.localeCompare(b));
}

/** Folders may go while others are looked into; what a file system keeps for itself is not ours to read. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(noneIfGone);
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'lost+found');
  const below = await Promise.all(folders.map(({ name }) => filesBelow(join(folder, name))));
  return [...files, ...below.flat()];
}

function noneIfGone(error: unknown): [] {
  if (isGone(error)) return [];
  throw error;
}

/** @returns false where the file has gone since it was listed, as what an import keeps goes with its end */
async function copyOne(from: string, to: string): Promise<boolean> {
  if (from.endsWith('.db')) {
    await copyDatabase(from, to);
    return true;
  }
  try {
    await copyFile(from, to);
    return true;
  } catch (error) {
    if (isGone(error) && !(await isThere(from))) return false;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Looks through the copy, which nobody waits for. */
async function refuseDamaged(folder: string, path: string, copy: string): Promise<void> {
  if (!path.endsWith('.db')) return;
  const damage = await damageOf({ file: copy, isCopy: true });
  if (damage !== undefined) throw damagedSource(join(folder, path), damage);
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 });
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } catch (error) {
    throw error instanceof Error && isDamage(error) ? damagedSource(from, error.message) : error;
  } finally {
    source.close();
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
