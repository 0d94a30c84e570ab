import { lstatSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, reasonOf } from '../paths/error-code.js';
import type { LocalPlaces } from '../paths/local-places.js';
import { ALWAYS_SKIPPED } from '../rules/default-rules.js';
import type { DataFolders } from './data-folders.js';
import { enterFolder } from './enter-folder.js';
import { rootFolder, type Folder } from './folder.js';
import type { OuterRules } from './ignore-files.js';
import type { InnerRules } from './inner-rules.js';
import { lookAtFolder, skipped, type DiskEntry, type SkippedEntry } from './looked.js';

/** Where a path leads: into a folder of the source, to a place left out on the way, or to a link there; undefined where there is nothing. */
export type Way =
  | { readonly folder: Folder }
  | { readonly leftOut: SkippedEntry }
  | { readonly around: Folder; readonly link: DiskEntry }
  | undefined;

interface WayOptions extends OuterRules {
  readonly places: LocalPlaces;
  readonly dataFolders: DataFolders;
  readonly innerRules: InnerRules;
}

/** What git-annex keeps of the user's own files: the links to it are the files as they were added. Bounded: it is asked of paths. */
const ANNEXED = /(?:^|\/)\.git\/(?:.+\/)?annex\/objects\//;

/** Ways to folders of a source, by the rules that a walk would meet on them. Remembers the folders. */
export class Ways {
  readonly #root: string;
  readonly #options: WayOptions;
  readonly #known = new Map<string, Promise<Way>>();

  constructor(root: string, options: WayOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** @param path of a folder as the disk spells it, without a `/` at the end; '' for the source itself */
  to(path: string): Promise<Way> {
    let way = this.#known.get(path);
    way ??= path === '' ? this.#enter(rootFolder(this.#root)) : this.#step(path);
    this.#known.set(path, way);
    return way;
  }

  /** Why a file of the source is left out under its own name by rules, of whatever kind it is; undefined when it is not. @param path as the disk spells it */
  async reasonForFile(path: string): Promise<string | undefined> {
    if (ANNEXED.test(path)) return undefined;
    const name = basename(path);
    const way = await this.to(parentOf(path));
    if (way === undefined || 'link' in way) return 'broken-link';
    if ('leftOut' in way) return way.leftOut.reason;
    return ALWAYS_SKIPPED.has(name) ? 'ignored' : way.folder.rules.reasonFor(way.folder.path + name.normalize('NFC'));
  }

  /** Why what a link to this folder leads to is no part of the source under the link's name: where it is part of it, it is walked under its own. */
  async reasonForFolder(path: string): Promise<string> {
    const way = await this.to(path);
    if (way === undefined || 'link' in way) return 'broken-link';
    return 'leftOut' in way ? way.leftOut.reason : 'duplicate';
  }

  async #step(path: string): Promise<Way> {
    const name = basename(path);
    const way = await this.to(parentOf(path));
    if (way === undefined || !('folder' in way)) return way;
    const { folder: around } = way;
    const folder = { path: `${around.path}${name.normalize('NFC')}/`, realPath: join(around.realPath, name), rules: around.rules };
    if (ALWAYS_SKIPPED.has(name)) return { leftOut: skipped(folder.path, 'ignored') };
    const entry = await diskEntry(around, { name, isLocal: await this.#isLocal(around) });
    if (entry === undefined) return undefined;
    if ('found' in entry) return { leftOut: entry };
    if (entry.isSymbolicLink()) return { around, link: entry };
    if (!entry.isDirectory()) return undefined;
    const looked = lookAtFolder(folder);
    return 'folder' in looked ? this.#enter(looked.folder) : { leftOut: looked.entry };
  }

  async #enter(folder: Folder): Promise<Way> {
    const entered = await enterFolder(folder, { ...this.#options, root: this.#root, isLocal: await this.#isLocal(folder) });
    return typeof entered === 'string' ? { leftOut: skipped(folder.path, entered) } : { folder: entered };
  }

  #isLocal({ realPath }: Folder): Promise<boolean> {
    return this.#options.places.has(realPath);
  }
}

/** The folder around a path; '' for the source itself. */
function parentOf(path: string): string {
  const parent = dirname(path);
  return parent === '.' ? '' : parent;
}

/** What stands under a name; an entry of the scan where that cannot be seen, undefined where there is nothing. */
export async function diskEntry(
  folder: Folder,
  { name, isLocal }: { readonly name: string; readonly isLocal: boolean },
): Promise<DiskEntry | SkippedEntry | undefined> {
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
