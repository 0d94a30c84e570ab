import { lstatSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { permanent } from '@tributary/kernel';
import type { ScannedEntry } from '@tributary/sources-port';
import { errorCode, reasonOf } from '../paths/error-code.js';
import { isRelativePath } from '../paths/inside.js';
import { ALWAYS_SKIPPED } from '../rules/default-rules.js';
import { enterFolder } from './enter-folder.js';
import { rootFolder, type Folder } from './folder.js';
import { Look, lookAtFolder, skipped, type DiskEntry, type Looked } from './look.js';
import { NormalNames } from './normal-names.js';
import { FolderScan, type ScanOptions } from './scan-folder.js';

/** Where a path leads: into a folder of the source, or to a place left out on the way; undefined where there is nothing. */
type Way = { readonly folder: Folder } | { readonly leftOut: ScannedEntry } | undefined;

/** Looks at single paths of a source as a walk over all of it would, by the same rules. */
export class PathScan {
  readonly #root: string;
  readonly #options: ScanOptions;
  readonly #look: Look;
  readonly #ways = new Map<string, Promise<Way>>();

  constructor(root: string, options: ScanOptions) {
    this.#root = root;
    this.#options = options;
    this.#look = new Look(root, options.kinds);
    this.#ways.set('', this.#enter(rootFolder(root)));
  }

  /** What stands at these paths (as the disk spells them) and below; of what is not there, nothing. @throws `SOURCE.FULL_SCAN_NEEDED` where links to folders are met */
  async *entries(paths: readonly string[]): AsyncGenerator<ScannedEntry> {
    for (const path of paths) {
      this.#options.signal?.throwIfAborted();
      if (isRelativePath(path)) yield* this.#at(path);
    }
  }

  async *#at(path: string): AsyncGenerator<ScannedEntry> {
    const end = path.lastIndexOf('/');
    const way = await this.#wayTo(path.slice(0, Math.max(end, 0)));
    if (way === undefined) return;
    if ('leftOut' in way) {
      yield way.leftOut;
      return;
    }
    const { folder } = way;
    const isLocal = await this.#isLocal(folder);
    const entry = await diskEntry(folder, { name: path.slice(end + 1), isLocal });
    if (entry === undefined) return;
    if ('found' in entry) {
      yield entry;
      return;
    }
    const known = isLocal ? this.#look.lookAtOnce(folder, entry) : undefined;
    yield* this.#take(known ? known.looked : await this.#look.look(folder, entry, new NormalNames(folder)));
  }

  async *#take(looked: Looked): AsyncGenerator<ScannedEntry> {
    if (looked === undefined) return;
    if ('entry' in looked) {
      yield looked.entry;
      return;
    }
    if ('linked' in looked) throw fullScanNeeded();
    const scan = new FolderScan(this.#root, this.#options, looked.folder);
    yield* scan.unlinkedEntries();
    if (scan.linked.length > 0) throw fullScanNeeded();
  }

  #wayTo(folder: string): Promise<Way> {
    let way = this.#ways.get(folder);
    way ??= this.#step(folder);
    this.#ways.set(folder, way);
    return way;
  }

  async #step(path: string): Promise<Way> {
    const end = path.lastIndexOf('/');
    const name = path.slice(end + 1);
    const way = await this.#wayTo(path.slice(0, Math.max(end, 0)));
    if (way === undefined || 'leftOut' in way) return way;
    const { folder: around } = way;
    const folder = { path: `${around.path}${name.normalize('NFC')}/`, realPath: join(around.realPath, name), rules: around.rules };
    if (ALWAYS_SKIPPED.has(name)) return { leftOut: skipped(folder.path, 'ignored') };
    const entry = await diskEntry(around, { name, isLocal: await this.#isLocal(around) });
    if (entry === undefined) return undefined;
    if ('found' in entry) return { leftOut: entry };
    if (entry.isSymbolicLink()) throw fullScanNeeded();
    if (!entry.isDirectory()) return undefined;
    const looked = lookAtFolder(folder);
    if (looked === undefined || !('folder' in looked)) return looked && 'entry' in looked ? { leftOut: looked.entry } : undefined;
    return this.#enter(looked.folder);
  }

  async #enter(folder: Folder): Promise<Way> {
    const entered = await enterFolder(folder, { ...this.#options, root: this.#root, isLocal: await this.#isLocal(folder) });
    return entered === undefined ? { leftOut: skipped(folder.path, 'worktree') } : { folder: entered };
  }

  #isLocal({ realPath }: Folder): Promise<boolean> {
    return this.#options.places.has(realPath);
  }
}

/** What stands under a name; an entry of the scan where that cannot be seen, undefined where there is nothing. */
async function diskEntry(
  folder: Folder,
  { name, isLocal }: { readonly name: string; readonly isLocal: boolean },
): Promise<DiskEntry | ScannedEntry | undefined> {
  const path = join(folder.realPath, name);
  try {
    const state = isLocal ? lstatSync(path) : await lstat(path);
    return {
      name,
      isDirectory: () => state.isDirectory(),
      isFile: () => state.isFile(),
      isSymbolicLink: () => state.isSymbolicLink(),
    };
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    return skipped(folder.path + name.normalize('NFC'), reasonOf(error));
  }
}

/** A link to a folder is part of the source only where its target is not; that shows only in a walk over everything. */
function fullScanNeeded() {
  return permanent(
    'SOURCE.FULL_SCAN_NEEDED',
    'A link to a folder lies on the way: only a walk over everything tells what belongs to the source.',
  );
}
