import { md5Uuid } from '@tributary/kernel/ids';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Who serves a folder, among the processes of one user on this machine: held by an SQLite lock, which the system frees on any death. */
export class FolderLease {
  readonly #lock: DatabaseSync;
  readonly #note: string;

  private constructor(lock: DatabaseSync, note: string) {
    this.#lock = lock;
    this.#note = note;
  }

  /** The lease, or the port of who holds it; undefined while that one is still starting. */
  static take(folder: string): FolderLease | { readonly port: number | undefined } {
    const place = join(tmpdir(), `tributary-chroma-${userInfo().username}`, md5Uuid(folder));
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const [lockFile, note] = [join(place, 'owner.db'), join(place, 'port')];
    const lock = new DatabaseSync(lockFile);
    try {
      lock.exec('BEGIN EXCLUSIVE');
    } catch {
      lock.close();
      return { port: portIn(note) };
    }
    writeFileSync(note, '', { mode: 0o600 });
    return new FolderLease(lock, note);
  }

  /** Tells the others where the folder is served. */
  announce(port: number): void {
    writeFileSync(this.#note, port.toString(), { mode: 0o600 });
  }

  release(): void {
    this.#lock.close();
  }
}

function portIn(note: string): number | undefined {
  const port = Number.parseInt(readFileSync(note, 'utf8'), 10);
  return Number.isInteger(port) ? port : undefined;
}
