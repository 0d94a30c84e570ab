import type { Dirent } from 'node:fs';
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

  async #lookAtFile({ rules }: Folder, { path, realPath }: { readonly path: string; readonly realPath: string }): Promise<Looked> {
    const reason = rules.reasonFor(path) ?? (isSecret(path) ? 'secret' : undefined) ?? (this.#kinds.isBinary(path) ? 'binary' : undefined);
    if (reason !== undefined) return { entry: skipped(path, reason) };
    try {
      const { size, mtimeMs, ino } = await lstat(realPath);
      if (size > this.#kinds.limitOf(path)) return { entry: skipped(path, 'too-large') };
      return { entry: { found: true, path, size, mtimeMs, ...inodeOf(ino), type: this.#kinds.typeOf(path) } };
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
