import { lstatSync, type Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename } from 'node:path/posix';
import { join } from 'node:path';

/** The lock of a data folder; nothing ever stands in it. */
const LOCK = 'owner.db';
const STORES = 'store';
/** The note that a store was made. */
const MADE = /^store-.+\.made$/;
/** What may stand beside the lock. */
const BESIDE_LOCK: ReadonlySet<string> = new Set([STORES, 'server.json', 'jobs.db']);

interface Asking {
  /** Whether the folder may be asked for at once: see LocalPlaces. */
  readonly isLocal: boolean;
}

/** Tells the folders in which Tributary keeps what it knows: its own words are no documents, and the owner's token stands there. */
export class DataFolders {
  readonly #own: string | undefined;

  /** @param own real path of the data folder of this process; left out: data folders are told by what lies in them alone */
  constructor(own?: string) {
    this.#own = own;
  }

  /** Whether a real folder is the data folder of this process or, by what lies in it, one of any other, or a copy of one. */
  async has(folder: string, { isLocal }: Asking): Promise<boolean> {
    if (folder === this.#own) return true;
    const [lock, stores] = await Promise.all([LOCK, STORES].map((name) => stateOf(join(folder, name), isLocal)));
    const isLocked = lock?.isFile() === true && lock.size === 0;
    if (!isLocked && stores?.isDirectory() !== true) return false;
    const names = await readdir(folder).catch(() => []);
    return names.some((name) => MADE.test(name) || (isLocked && BESIDE_LOCK.has(name)));
  }
}

/** Whether a path that changed may have made a data folder of the folder it is in: what is made first there, and last. */
export function marksDataFolder(path: string): boolean {
  const name = basename(path);
  return name === LOCK || MADE.test(name);
}

async function stateOf(path: string, isLocal: boolean): Promise<Stats | undefined> {
  if (!isLocal) return lstat(path).catch(() => undefined);
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
