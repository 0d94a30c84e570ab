import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dataFolderUnusable } from './prepare-data-folder.js';

const SQLITE_BUSY = 5;

/** The right to serve a data folder: an exclusive lock on `owner.db` in it, which the system frees on any death of the process. */
export class Ownership {
  readonly #database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** @returns undefined while another process owns the folder @throws `DATA.UNUSABLE` */
  static tryAcquire(folder: string): Ownership | undefined {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(join(folder, 'owner.db'), { timeout: 0 });
      database.exec('BEGIN EXCLUSIVE');
      return new Ownership(database);
    } catch (error) {
      database?.close();
      if (isBusy(error)) return undefined;
      throw dataFolderUnusable(folder, error);
    }
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
