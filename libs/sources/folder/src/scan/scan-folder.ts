import type { ScannedEntry } from '@tributary/sources-port';
import { errorCode, reasonOf } from '../paths/error-code.js';
import type { LocalPlaces } from '../paths/local-places.js';
import type { FileKinds } from '../rules/file-kinds.js';
import type { DataFolders } from './data-folders.js';
import { enterFolder } from './enter-folder.js';
import { rootFolder, type Folder } from './folder.js';
import type { OuterRules } from './ignore-files.js';
import type { InnerRules } from './inner-rules.js';
import type { KnownLinks } from './known-links.js';
import { listFolder } from './list-folder.js';
import { Look } from './look.js';
import { skipped, type Looked } from './looked.js';
import { NormalNames } from './normal-names.js';
import { Ways } from './ways.js';

/** The event loop is left to others after this long. */
const SLICE_MS = 8;

export interface ScanOptions extends OuterRules {
  readonly kinds: FileKinds;
  readonly links: KnownLinks;
  readonly places: LocalPlaces;
  readonly dataFolders: DataFolders;
  readonly innerRules: InnerRules;
  readonly signal?: AbortSignal | undefined;
}

interface Start {
  readonly start?: Folder;
  readonly ways?: Ways;
}

/** Walks everything below a real folder. Memory grows with the number of folders, not of files. */
export class FolderScan {
  readonly #root: string;
  readonly #look: Look;
  readonly #options: ScanOptions;
  readonly #pending: Folder[];
  #sliceEndsAt = performance.now() + SLICE_MS;

  /** @param start the folder of the source to walk; left out: all of it */
  constructor(root: string, options: ScanOptions, { start = rootFolder(root), ways = new Ways(root, options) }: Start = {}) {
    this.#root = root;
    this.#look = new Look(root, options, ways);
    this.#options = options;
    this.#pending = [start];
  }

  async *entries(): AsyncGenerator<ScannedEntry> {
    for (let folder = this.#pending.pop(); folder !== undefined; folder = this.#pending.pop()) yield* this.#walk(folder);
  }

  async *#walk(folder: Folder): AsyncGenerator<ScannedEntry> {
    const isLocal = await this.#options.places.has(folder.realPath);
    const withRules = await enterFolder(folder, { ...this.#options, root: this.#root, isLocal });
    if (typeof withRules === 'string') {
      yield skipped(folder.path, withRules);
      return;
    }
    const names = new NormalNames(withRules);
    try {
      for await (const entries of listFolder(folder.realPath, { isLocal })) {
        yield* this.#take(
          entries.map((entry) => {
            const known = isLocal ? this.#look.lookAtOnce(withRules, entry) : undefined;
            return known ? Promise.resolve(known.looked) : this.#look.look(withRules, entry, names);
          }),
        );
      }
    } catch (error) {
      const code = errorCode(error);
      if (code === '') throw error;
      // A folder that went away meanwhile is as if it had never been met; one whose name is no text is there.
      if (code !== 'ENOENT') yield skipped(folder.path, reasonOf(error));
      else if (folder.path.includes('\ufffd')) yield skipped(folder.path, 'unreadable');
    }
  }

  async *#take(batch: readonly Promise<Looked>[]): AsyncGenerator<ScannedEntry> {
    this.#options.signal?.throwIfAborted();
    await this.#rest();
    for (const looked of await Promise.all(batch)) {
      if (looked === undefined) continue;
      if ('entry' in looked) yield looked.entry;
      else this.#pending.push(looked.folder);
    }
  }

  /** What is told at once never waits: others must get their turn all the same. */
  async #rest(): Promise<void> {
    if (performance.now() < this.#sliceEndsAt) return;
    await new Promise(setImmediate);
    this.#sliceEndsAt = performance.now() + SLICE_MS;
  }
}
