import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  opendirSync,
  openSync,
  read,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { access, open, opendir, realpath, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { KIB } from '@tributary/kernel';

/** Neither links nor named pipes can hold the opening up. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** Of a file's content so much is read at once, */
const MOST_AT_ONCE = 64 * KIB;
/** unless that took longer than this a moment ago: then a disk has to be waited for. */
const SLOW_MS = 20;
const PATIENT_FOR_MS = 2_000;

const readPatiently = promisify(read);

/** An open file. All its calls throw the system's errors. */
export interface OpenFile {
  readonly state: () => Stats | Promise<Stats>;
  /** Reads up to `length` bytes from `at` on into the same place of `bytes`. @returns how many were read */
  readonly read: (bytes: Uint8Array, at: number, length: number) => number | Promise<number>;
  readonly close: () => unknown;
}

/** How files are looked at, opened and read. All calls throw the system's errors. */
export interface FileAccess {
  readonly realpath: (path: string) => string | Promise<string>;
  readonly stat: (path: string) => Stats | Promise<Stats>;
  readonly open: (path: string) => OpenFile | Promise<OpenFile>;
  /** @param mode of `constants`, such as R_OK */
  readonly access: (path: string, mode: number) => unknown;
  readonly isEmpty: (folder: string) => boolean | Promise<boolean>;
}

/** By the threads of the pool. */
export const patientAccess: FileAccess = {
  realpath,
  stat,
  access,
  isEmpty: async (folder) => {
    const entries = await opendir(folder);
    try {
      return (await entries.read()) === null;
    } finally {
      await entries.close();
    }
  },
  open: async (path) => {
    const file = await open(path, OPEN_FLAGS);
    return {
      state: () => file.stat(),
      read: async (bytes, at, length) => (await file.read(bytes, at, length, at)).bytesRead,
      close: () => file.close(),
    };
  },
};

/** Without leaving the thread, in places that are local: see LocalPlaces. Much content, and all of it while the disk is slow, is read by the pool. */
export class AccessAtOnce implements FileAccess {
  #patientUntilMs = 0;

  realpath(path: string): string {
    return realpathSync.native(path);
  }

  stat(path: string): Stats {
    return statSync(path);
  }

  access(path: string, mode: number): void {
    accessSync(path, mode);
  }

  isEmpty(folder: string): boolean {
    const entries = opendirSync(folder);
    try {
      return entries.readSync() === null;
    } finally {
      entries.closeSync();
    }
  }

  open(path: string): OpenFile {
    const fd = openSync(path, OPEN_FLAGS);
    return {
      state: () => fstatSync(fd),
      read: (bytes, at, length) => this.#read(fd, { bytes, at, length }),
      close: () => {
        closeSync(fd);
      },
    };
  }

  #read(fd: number, { bytes, at, length }: { readonly bytes: Uint8Array; readonly at: number; readonly length: number }) {
    const startedMs = performance.now();
    if (length > MOST_AT_ONCE || startedMs < this.#patientUntilMs) return readByPool(fd, { bytes, at, length });
    const count = readSync(fd, bytes, at, length, at);
    if (performance.now() - startedMs > SLOW_MS) this.#patientUntilMs = performance.now() + PATIENT_FOR_MS;
    return count;
  }
}

async function readByPool(fd: number, { bytes, at, length }: { bytes: Uint8Array; at: number; length: number }): Promise<number> {
  const { bytesRead } = await readPatiently(fd, bytes, at, length, at);
  return bytesRead;
}
