import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { permanent } from '@tributary/kernel';
import { isBusy, isDamage } from '@tributary/kernel/sqlite';
import { dataFolderUnusable } from './prepare-data-folder.js';

const FILE = 'owner.db';
/** Who asks whether a folder is free holds up others for a moment. */
const SHARE_WITHIN_MS = 1000;

/** The right to serve a data folder: a lock on `owner.db` in it, which the system frees on any death of the process. One process has it alone, or
 *  the services of one deployment have it together. */
export class Ownership {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** @returns undefined while another process owns the folder @throws `DATA.UNUSABLE` */
  static tryAcquire(folder: string): Ownership | undefined {
    return Ownership.#lock(folder, { timeout: 0, sql: 'BEGIN EXCLUSIVE' });
  }

  /** Keeps out those who want it alone. @returns undefined while one has it alone @throws `DATA.UNUSABLE` */
  static tryShare(folder: string): Ownership | undefined {
    // A transaction that has read holds its lock until it ends.
    return Ownership.#lock(folder, { timeout: SHARE_WITHIN_MS, sql: 'BEGIN; SELECT count(*) FROM sqlite_schema' });
  }

  static #lock(folder: string, { timeout, sql }: { readonly timeout: number; readonly sql: string }): Ownership | undefined {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(join(folder, FILE), { timeout });
      database.exec(sql);
      return new Ownership(database);
    } catch (error) {
      database?.close();
      if (isBusy(error)) return undefined;
      if (isDamage(error)) throw lockDamaged(folder, error);
      throw dataFolderUnusable(folder, error);
    }
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

/** Whether a process served the folder before. @throws `DATA.UNUSABLE` where that cannot be seen, as in the folder of another user */
export function isDataFolder(folder: string): boolean {
  try {
    statSync(join(folder, FILE));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return false;
    throw dataFolderUnusable(folder, error);
  }
}

function lockDamaged(folder: string, cause: unknown) {
  const message = `The file ${join(folder, FILE)} is damaged. It only says which process uses the folder and keeps nothing: end what uses it, remove the file, and start again.`;
  return permanent('DATA.UNUSABLE', message, { cause });
}
