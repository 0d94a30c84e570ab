import { fstatSync, realpathSync, statSync, type Stats } from 'node:fs';
import { realpath, stat, type FileHandle } from 'node:fs/promises';

/** How the states of files and the ways to them are asked for. All throw the system's errors. */
export interface Looking {
  readonly realpath: (path: string) => string | Promise<string>;
  readonly stat: (path: string) => Stats | Promise<Stats>;
  readonly stateOf: (file: FileHandle) => Stats | Promise<Stats>;
}

/** In places that are local: see LocalPlaces. */
export const lookingAtOnce: Looking = {
  realpath: (path) => realpathSync.native(path),
  stat: (path) => statSync(path),
  stateOf: ({ fd }) => fstatSync(fd),
};

export const lookingPatiently: Looking = { realpath, stat, stateOf: (file) => file.stat() };
