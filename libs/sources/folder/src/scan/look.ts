import { lstatSync, type Dirent, type Stats } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScannedEntry } from '@tributary/sources-port';
import { errorCode, reasonOf } from '../paths/error-code.js';
import { pathInside } from '../paths/inside.js';
import { ALWAYS_SKIPPED } from '../rules/default-rules.js';
import type { FileKinds } from '../rules/file-kinds.js';
import { isSecret } from '../rules/secrets.js';
import type { Folder } from './folder.js';
import type { NormalNames } from './normal-names.js';

/** A name in a folder, and what stands there. */
export type DiskEntry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile' | 'isSymbolicLink'>;

/** What was found at a name: an entry of the scan, a folder to walk, or one reached by a link; undefined for what is gone again. */
export type Looked = { readonly entry: ScannedEntry } | { readonly folder: Folder } | { readonly linked: Folder } | undefined;

/** Names that are the same in every Unicode form. */
const PLAIN_NAME = /^[ -~]+$/;

/** Looks at single names of a source and decides what they are. */
export class Look {
  readonly #root: string;
  readonly #kinds: FileKinds;

  constructor(root: string, kinds: FileKinds) {
    this.#root = root;
    this.#kinds = kinds;
  }

  async look(folder: Folder, dirent: DiskEntry, names: NormalNames): Promise<Looked> {
    const path = folder.path + dirent.name.normalize('NFC');
    const realPath = join(folder.realPath, dirent.name);
    if (ALWAYS_SKIPPED.has(dirent.name)) return { entry: skipped(dirent.isDirectory() ? `${path}/` : path, 'ignored') };
    if (!(await names.isFirst(dirent.name))) return { entry: skipped(path, 'duplicate') };
    if (dirent.isSymbolicLink()) return await this.#lookAtLink(folder, { path, realPath });
    if (dirent.isDirectory()) return lookAtFolder({ path: `${path}/`, realPath, rules: folder.rules });
    if (!dirent.isFile()) return { entry: skipped(path, 'not-a-file') };
    return await this.#lookAtFile(folder, { path, realPath });
  }

  /** What nearly every name is, told at once in a folder of this machine: a plain file or folder. Undefined where more is to be asked for. */
  lookAtOnce(folder: Folder, dirent: DiskEntry): { readonly looked: Looked } | undefined {
    const { name } = dirent;
    if (ALWAYS_SKIPPED.has(name) || !PLAIN_NAME.test(name)) return undefined;
    const path = folder.path + name;
    const realPath = join(folder.realPath, name);
    if (dirent.isDirectory()) return { looked: lookAtFolder({ path: `${path}/`, realPath, rules: folder.rules }) };
    if (!dirent.isFile()) return undefined;
    const reason = this.#reasonFor(folder, path);
    if (reason !== undefined) return { looked: { entry: skipped(path, reason) } };
    try {
      return { looked: this.#fileEntry(path, lstatSync(realPath)) };
    } catch (error) {
      return { looked: notSeen(path, error) };
    }
  }

  async #lookAtFile(folder: Folder, { path, realPath }: { readonly path: string; readonly realPath: string }): Promise<Looked> {
    const reason = this.#reasonFor(folder, path);
    if (reason !== undefined) return { entry: skipped(path, reason) };
    try {
      return this.#fileEntry(path, await lstat(realPath));
    } catch (error) {
      return notSeen(path, error);
    }
  }

  #reasonFor({ rules }: Folder, path: string): string | undefined {
    return rules.reasonFor(path) ?? (isSecret(path) ? 'secret' : undefined) ?? (this.#kinds.isBinary(path) ? 'binary' : undefined);
  }

  #fileEntry(path: string, { size, mtimeMs, ino }: Pick<Stats, 'size' | 'mtimeMs' | 'ino'>): Looked {
    if (size > this.#kinds.limitOf(path)) return { entry: skipped(path, 'too-large') };
    return { entry: { found: true, path, size, mtimeMs, ...inodeOf(ino), type: this.#kinds.typeOf(path) } };
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

/** Gone since the folder was listed; a name that is not valid UTF-8 cannot be asked for at all. */
function notSeen(path: string, error: unknown): Looked {
  return errorCode(error) === 'ENOENT' && !path.includes('\ufffd') ? undefined : { entry: skipped(path, 'unreadable') };
}

export function lookAtFolder(folder: Folder): Looked {
  const reason = isSecret(folder.path.slice(0, -1)) ? 'secret' : folder.rules.reasonFor(folder.path);
  return reason === undefined ? { folder } : { entry: skipped(folder.path, reason) };
}

/** Numbers of files beyond what a double can tell apart are of no use. */
export function inodeOf(ino: number): { readonly inode?: number } {
  return Number.isSafeInteger(ino) && ino > 0 ? { inode: ino } : {};
}

export function skipped(path: string, reason: string): ScannedEntry {
  return { found: false, path, reason };
}
