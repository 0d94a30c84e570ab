import type { Dirent } from 'node:fs';
import { lstat, opendir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScannedEntry } from '@tributary/sources-port';
import { errorCode, reasonOf } from '../paths/error-code.js';
import { pathInside } from '../paths/inside.js';
import { ALWAYS_SKIPPED } from '../rules/default-rules.js';
import type { FileKinds } from '../rules/file-kinds.js';
import { isSecret } from '../rules/secrets.js';
import { rootFolder, type Folder } from './folder.js';

/** Files looked at together: the waiting of one hides behind the others. */
const BATCH = 64;
const IGNORE_FILES = ['.gitignore', '.tributaryignore'];
const LARGEST_IGNORE_FILE = 1024 * 1024;

/** A folder reached by a link; walked last, so that a folder is known by its real place wherever that is part of the source. */
type LinkedFolder = Folder;

type Looked = { readonly entry: ScannedEntry } | { readonly folder: Folder } | { readonly linked: LinkedFolder } | undefined;

export interface ScanOptions {
  readonly kinds: FileKinds;
  readonly signal?: AbortSignal | undefined;
  /** Further patterns of what is left out, as in .gitignore; an ignore file may bring back what they name. */
  readonly ignore?: readonly string[];
}

/** Walks everything below a real folder. Memory grows with the number of folders, not of files. */
export class FolderScan {
  readonly #root: string;
  readonly #options: ScanOptions;
  readonly #pending: Folder[];
  readonly #linked: LinkedFolder[] = [];
  readonly #walked = new Set<string>();

  constructor(root: string, options: ScanOptions) {
    this.#root = root;
    this.#options = options;
    this.#pending = [rootFolder(root, options.ignore)];
  }

  async *entries(): AsyncGenerator<ScannedEntry> {
    for (let folder = this.#next(); folder !== undefined; folder = this.#next()) {
      if (this.#walked.has(folder.realPath)) yield skipped(folder.path, 'duplicate');
      else yield* this.#walk(folder);
    }
  }

  #next(): Folder | undefined {
    if (this.#pending.length === 0) this.#linked.sort((a, b) => (a.path < b.path ? 1 : -1));
    return this.#pending.pop() ?? this.#linked.pop();
  }

  async *#walk(folder: Folder): AsyncGenerator<ScannedEntry> {
    this.#walked.add(folder.realPath);
    const withRules = await addIgnoreFiles(folder);
    const names = new NormalNames(withRules);
    try {
      let batch: Promise<Looked>[] = [];
      for await (const dirent of await opendir(folder.realPath, { bufferSize: 4 * BATCH })) {
        batch.push(this.#look(withRules, dirent, names));
        if (batch.length < BATCH) continue;
        yield* this.#take(batch);
        batch = [];
      }
      yield* this.#take(batch);
    } catch (error) {
      const code = errorCode(error);
      if (code === '') throw error;
      // A folder that went away meanwhile is as if it had never been met.
      if (code !== 'ENOENT') yield skipped(folder.path, reasonOf(error));
    }
  }

  async *#take(batch: readonly Promise<Looked>[]): AsyncGenerator<ScannedEntry> {
    this.#options.signal?.throwIfAborted();
    for (const looked of await Promise.all(batch)) {
      if (looked === undefined) continue;
      if ('entry' in looked) yield looked.entry;
      else if ('folder' in looked) this.#pending.push(looked.folder);
      else this.#linked.push(looked.linked);
    }
  }

  async #look(folder: Folder, dirent: Dirent, names: NormalNames): Promise<Looked> {
    const path = folder.path + dirent.name.normalize('NFC');
    const realPath = join(folder.realPath, dirent.name);
    if (ALWAYS_SKIPPED.has(dirent.name)) return { entry: skipped(dirent.isDirectory() ? `${path}/` : path, 'ignored') };
    if (!(await names.isFirst(dirent.name))) return { entry: skipped(path, 'duplicate') };
    if (dirent.isSymbolicLink()) return await this.#lookAtLink(folder, { path, realPath });
    if (dirent.isDirectory()) return lookAtFolder({ path: `${path}/`, realPath, rules: folder.rules });
    if (!dirent.isFile()) return { entry: skipped(path, 'not-a-file') };
    return await this.#lookAtFile(folder, { path, realPath });
  }

  async #lookAtFile({ rules }: Folder, { path, realPath }: { readonly path: string; readonly realPath: string }): Promise<Looked> {
    const reason =
      rules.reasonFor(path) ?? (isSecret(path) ? 'secret' : undefined) ?? (this.#options.kinds.isBinary(path) ? 'binary' : undefined);
    if (reason !== undefined) return { entry: skipped(path, reason) };
    try {
      const { size, mtimeMs } = await lstat(realPath);
      if (size > this.#options.kinds.limitOf(path)) return { entry: skipped(path, 'too-large') };
      return { entry: { found: true, path, size, mtimeMs, type: this.#options.kinds.typeOf(path) } };
    } catch (error) {
      // Gone since the folder was listed; a name that is not valid UTF-8 cannot be asked for at all.
      if (errorCode(error) === 'ENOENT' && !path.includes('\ufffd')) return undefined;
      return { entry: skipped(path, 'unreadable') };
    }
  }

  /** Links to files are followed inside the source; links to folders too, unless their target is walked anyway. */
  async #lookAtLink(folder: Folder, link: { readonly path: string; readonly realPath: string }): Promise<Looked> {
    try {
      const target = await realpath(link.realPath);
      const inside = pathInside(this.#root, target);
      if (inside === undefined) return { entry: skipped(link.path, 'outside') };
      if (isSecret(inside)) return { entry: skipped(link.path, 'secret') };
      const kind = await stat(target);
      if (kind.isFile()) return await this.#lookAtFile(folder, { path: link.path, realPath: target });
      if (!kind.isDirectory()) return { entry: skipped(link.path, 'not-a-file') };
      if (pathInside(target, folder.realPath) !== undefined) return { entry: skipped(link.path, 'symlink-loop') };
      const looked = lookAtFolder({ path: `${link.path}/`, realPath: target, rules: folder.rules });
      return looked && 'folder' in looked ? { linked: looked.folder } : looked;
    } catch (error) {
      return { entry: skipped(link.path, errorCode(error) === 'ENOENT' ? 'broken-link' : reasonOf(error)) };
    }
  }
}

function lookAtFolder(folder: Folder): Looked {
  const reason = isSecret(folder.path.slice(0, -1)) ? 'secret' : folder.rules.reasonFor(folder.path);
  return reason === undefined ? { folder } : { entry: skipped(folder.path, reason) };
}

async function addIgnoreFiles(folder: Folder): Promise<Folder> {
  let { rules } = folder;
  for (const name of IGNORE_FILES) {
    const content = await readIgnoreFile(join(folder.realPath, name));
    if (content !== undefined) rules = rules.with(folder.path.slice(0, -1), content);
  }
  return { ...folder, rules };
}

async function readIgnoreFile(path: string): Promise<string | undefined> {
  try {
    const { size } = await lstatFile(path);
    return size > LARGEST_IGNORE_FILE ? undefined : await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

async function lstatFile(path: string): Promise<{ readonly size: number }> {
  const state = await lstat(path);
  if (!state.isFile()) throw new Error('Not a file');
  return state;
}

/** Two names on disk can have one NFC form, hence one key: the form itself wins, else the first in the order of units. */
class NormalNames {
  readonly #folder: Folder;
  #winners: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  async isFirst(name: string): Promise<boolean> {
    const normal = name.normalize('NFC');
    if (normal === name) return true;
    this.#winners ??= this.#read();
    return ((await this.#winners).get(normal) ?? name) === name;
  }

  async #read(): Promise<Map<string, string>> {
    const winners = new Map<string, string>();
    for await (const { name } of await opendir(this.#folder.realPath)) {
      const normal = name.normalize('NFC');
      const winner = winners.get(normal);
      // Plain names are only kept where another name could clash with them.
      if (name === normal ? !isAscii(name) : winner !== normal && (winner === undefined || name < winner)) winners.set(normal, name);
    }
    return winners;
  }
}

function isAscii(name: string): boolean {
  return /^[ -~]*$/.test(name);
}

function skipped(path: string, reason: string): ScannedEntry {
  return { found: false, path, reason };
}
