import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Where a source lies: a folder, or the folder of a single file. */
export interface Root {
  readonly folder: string;
  /** Set when the source is one file. */
  readonly file?: string;
}

const FRESH_MS = 1_000;
const MOST_ROOTS = 100;

/** Undefined where a link leads elsewhere from there. @throws the system's error when nothing is there */
async function findRoot(location: string): Promise<Root | undefined> {
  const [realPath, state] = await Promise.all([realpath(location), stat(location)]);
  return realPath === location ? rootAt(realPath, state) : undefined;
}

/** The source whose real path is known, and what stands there. */
export function rootAt(realPath: string, state: Pick<Stats, 'isFile'>): Root {
  return state.isFile() ? { folder: dirname(realPath), file: basename(realPath) } : { folder: realPath };
}

/** Where sources were found within the last second: thousands of files are read one after the other. A root that is replaced meanwhile is no way out of
 *  it, since the real path of each file must lie below the real path that was found. */
export class RecentRoots {
  readonly #roots = new Map<string, { readonly root: Promise<Root | undefined>; readonly untilMs: number }>();

  /** @param location a real path; undefined where it is none any more @throws the system's error when nothing is there */
  find(location: string): Promise<Root | undefined> {
    const known = this.#roots.get(location);
    if (known !== undefined && known.untilMs > performance.now()) return known.root;
    const root = findRoot(location);
    if (this.#roots.size >= MOST_ROOTS) this.#roots.clear();
    this.#roots.set(location, { root, untilMs: performance.now() + FRESH_MS });
    // What is not there now may be there at once.
    root.catch(() => this.#roots.delete(location));
    return root;
  }
}
