import { realpath } from 'node:fs';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import type { ScannedEntry } from '@tributary/sources-port';
import { isRelativePath } from '../paths/inside.js';
import type { Folder } from './folder.js';
import { Look } from './look.js';
import type { DiskEntry } from './looked.js';
import { NormalNames } from './normal-names.js';
import { FolderScan, type ScanOptions } from './scan-folder.js';
import { diskEntry, Ways } from './ways.js';

/** Disks of Linux take names as they are written. */
const SPELLING: ((path: string) => Promise<string>) | undefined = process.platform === 'linux' ? undefined : promisify(realpath.native);

/** Looks at single paths of a source as a walk over all of it would, by the same rules. */
export class PathScan {
  readonly #root: string;
  readonly #options: ScanOptions;
  readonly #look: Look;
  readonly #ways: Ways;
  readonly #spelling: typeof SPELLING;

  /** @param spelling gives a real path as the disk spells it; undefined where no disk takes names in any other case */
  constructor(root: string, options: ScanOptions, spelling = SPELLING) {
    this.#root = root;
    this.#spelling = spelling;
    this.#options = options;
    this.#ways = new Ways(root, options);
    this.#look = new Look(root, options, this.#ways);
  }

  /** What stands at these paths (as the disk spells them) and below; of what is not there, nothing. A folder that is left out is told once, however many of
   *  the paths lie in it. */
  async *entries(paths: readonly string[]): AsyncGenerator<ScannedEntry> {
    const leftOut = new Set<string>();
    for (const path of paths) {
      this.#options.signal?.throwIfAborted();
      if (!isRelativePath(path)) continue;
      for await (const entry of this.#at(path)) {
        if (!entry.found && leftOut.has(entry.path)) continue;
        if (!entry.found) leftOut.add(entry.path);
        yield entry;
      }
    }
  }

  async *#at(path: string): AsyncGenerator<ScannedEntry> {
    const end = path.lastIndexOf('/');
    const way = await this.#ways.to(path.slice(0, Math.max(end, 0)));
    if (way === undefined) return;
    if ('leftOut' in way) {
      yield way.leftOut;
      return;
    }
    if ('link' in way) {
      const looked = await this.#lookAt(way.around, way.link);
      // Nothing lies below a file.
      if (looked !== undefined && 'entry' in looked && !looked.entry.found) yield looked.entry;
      return;
    }
    const { folder } = way;
    const isLocal = await this.#options.places.has(folder.realPath);
    const entry = await diskEntry(folder, { name: path.slice(end + 1), isLocal });
    if (entry === undefined) return;
    if ('found' in entry) {
      yield entry;
      return;
    }
    if (!entry.isSymbolicLink() && !(await this.#isSpelled(path))) return;
    const known = isLocal ? this.#look.lookAtOnce(folder, entry) : undefined;
    const looked = known ? known.looked : await this.#lookAt(folder, entry);
    if (looked === undefined) return;
    if ('entry' in looked) yield looked.entry;
    else yield* new FolderScan(this.#root, this.#options, { start: looked.folder, ways: this.#ways }).entries();
  }

  /** A disk that takes names in any case has a renamed file under its old name, too: that is not there any more. What differs in more than case says nothing. */
  async #isSpelled(path: string): Promise<boolean> {
    const real = await this.#spelling?.(join(this.#root, path)).catch(() => undefined);
    if (real === undefined) return true;
    const [spelled, asked] = [real.split(sep).join('/'), `/${path}`].map((text) => text.normalize('NFC'));
    return spelled?.endsWith(asked ?? '') === true || spelled?.toLowerCase().endsWith((asked ?? '').toLowerCase()) !== true;
  }

  #lookAt(folder: Folder, entry: DiskEntry) {
    return this.#look.look(folder, entry, new NormalNames(folder));
  }
}
