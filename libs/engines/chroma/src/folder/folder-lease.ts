import { md5Uuid } from '@tributary/kernel/ids';
import { homeFolder } from '@tributary/kernel/places';
import { SQLITE, resultCodeOf } from '@tributary/kernel/sqlite';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The lock lasts until the connection is closed. A file that was removed between being opened and being locked is refused by SQLite when it is written. */
const LOCK = 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; PRAGMA user_version = 1; COMMIT';

/** What SQLite says where others hold the lock, or remove its files. */
const OTHERS: readonly number[] = [SQLITE.BUSY, SQLITE.LOCKED, SQLITE.READONLY, SQLITE.IO_ERROR, SQLITE.CANNOT_OPEN];

/** Who serves a folder, among the processes of one user on this machine: held by an SQLite lock, which the system frees on any death. */
export class FolderLease {
  readonly #lock: DatabaseSync;
  readonly #place: string;

  private constructor(lock: DatabaseSync, place: string) {
    this.#lock = lock;
    this.#place = place;
  }

  /** The lease, or the port of who holds it; undefined while that one is starting or ending. */
  static take(folder: string): FolderLease | { readonly port: number | undefined } {
    const place = makePlace(md5Uuid(folder));
    let lock: DatabaseSync | undefined;
    try {
      lock = new DatabaseSync(join(place, 'owner.db'));
      lock.exec(LOCK);
      writeFileSync(noteIn(place), '', { mode: 0o600 });
      return new FolderLease(lock, place);
    } catch (error) {
      lock?.close();
      if (!isOthers(error)) throw error;
      return { port: portIn(noteIn(place)) };
    }
  }

  /** Tells the others where the folder is served. */
  announce(port: number): void {
    writeFileSync(noteIn(this.#place), port.toString(), { mode: 0o600 });
  }

  release(): void {
    try {
      rmSync(this.#place, { recursive: true, force: true });
    } catch {
      // Files that are open stay on Windows, and are used again.
    }
    this.#lock.close();
  }
}

/** True where another process has the lock, or is just removing the files with which it held it. */
function isOthers(error: unknown): boolean {
  return OTHERS.includes(resultCodeOf(error) ?? 0);
}

/** Where leases lie: in the home of the user, since what nobody touches for some days is removed from folders for temporary files, and those may differ between
 *  processes. A user without a home, or with one that cannot be written, has them there. */
function makePlace(name: string): string {
  const home = homeFolder();
  const temporary = join(tmpdir(), `tributary-chroma-${userName()}`);
  try {
    return made(home === undefined ? join(temporary, name) : join(home, ...STATE, 'tributary', 'chroma', hostname(), name));
  } catch {
    return made(join(temporary, name));
  }
}

const OF_SYSTEMS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['Library', 'Application Support'],
  win32: ['AppData', 'Local'],
};
const STATE = OF_SYSTEMS[process.platform] ?? ['.local', 'state'];

/** A user of a container may have a number alone. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

function made(place: string): string {
  mkdirSync(place, { recursive: true, mode: 0o700 });
  return place;
}

const noteIn = (place: string) => join(place, 'port');

function portIn(note: string): number | undefined {
  try {
    const port = Number.parseInt(readFileSync(note, 'utf8'), 10);
    return Number.isInteger(port) ? port : undefined;
  } catch {
    return undefined;
  }
}
