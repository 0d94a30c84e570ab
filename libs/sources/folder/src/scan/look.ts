import { lstatSync, type Stats } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, reasonOf } from '../paths/error-code.js';
import { pathInside } from '../paths/inside.js';
import { ALWAYS_SKIPPED } from '../rules/default-rules.js';
import { mayBeScript, type FileKinds } from '../rules/file-kinds.js';
import { isSecret } from '../rules/secrets.js';
import type { Folder } from './folder.js';
import { isScript } from './is-script.js';
import type { KnownLinks } from './known-links.js';
import { inodeOf, lookAtFolder, skipped, type DiskEntry, type Looked } from './looked.js';
import type { NormalNames } from './normal-names.js';
import type { Ways } from './ways.js';

interface LookOptions {
  readonly kinds: FileKinds;
  /** Links to files of the source are noted there. */
  readonly links: KnownLinks;
}

/** Names that are the same in every Unicode form. */
const PLAIN_NAME = /^[ -~]+$/;

/** Looks at single names of a source and decides what they are. */
export class Look {
  readonly #root: string;
  readonly #kinds: FileKinds;
  readonly #links: KnownLinks;
  readonly #ways: Ways;

  constructor(root: string, { kinds, links }: LookOptions, ways: Ways) {
    this.#root = root;
    this.#kinds = kinds;
    this.#links = links;
    this.#ways = ways;
  }

  async look(folder: Folder, dirent: DiskEntry, names: NormalNames): Promise<Looked> {
    const path = folder.path + dirent.name.normalize('NFC');
    const realPath = join(folder.realPath, dirent.name);
    if (ALWAYS_SKIPPED.has(dirent.name)) return { entry: skipped(dirent.isDirectory() ? `${path}/` : path, 'ignored') };
    if (!(await names.isFirst(dirent.name))) return { entry: skipped(path, 'same-name-encoded-otherwise') };
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
      const state = lstatSync(realPath);
      return mayBeScript(path, state.mode) ? undefined : { looked: this.#fileEntry(path, state) };
    } catch (error) {
      return { looked: notSeen(path, error) };
    }
  }

  async #lookAtFile(folder: Folder, { path, realPath }: { readonly path: string; readonly realPath: string }): Promise<Looked> {
    const reason = this.#reasonFor(folder, path);
    if (reason !== undefined) return { entry: skipped(path, reason) };
    try {
      const state = await lstat(realPath);
      const type = (await isScript(path, { mode: state.mode, realPath })) ? 'code' : undefined;
      return this.#fileEntry(path, state, type);
    } catch (error) {
      return notSeen(path, error);
    }
  }

  #reasonFor({ rules }: Folder, path: string): string | undefined {
    return rules.reasonFor(path) ?? (isSecret(path) ? 'secret' : undefined) ?? (this.#kinds.isBinary(path) ? 'binary' : undefined);
  }

  #fileEntry(
    path: string,
    { size, mtimeMs, ctimeMs, ino }: Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>,
    type = this.#kinds.typeOf(path),
  ): Looked {
    if (size > this.#kinds.limitOf(path)) return { entry: skipped(path, 'too-large') };
    return { entry: { found: true, path, size, mtimeMs, ctimeMs, ...inodeOf(ino), type } };
  }

  /** Links are followed to files that are part of the source by its rules. What a link to a folder leads to is walked under its own name, or left out under both. */
  async #lookAtLink(folder: Folder, link: { readonly path: string; readonly realPath: string }): Promise<Looked> {
    try {
      const target = await realpath(link.realPath);
      const inside = pathInside(this.#root, target);
      if (inside === undefined) return { entry: skipped(link.path, 'outside') };
      if (isSecret(inside)) return { entry: skipped(link.path, 'secret') };
      const kind = await stat(target);
      if (kind.isFile()) {
        this.#links.note(this.#root, { from: pathInside(this.#root, link.realPath) ?? link.path, to: inside });
        const reason = await this.#ways.reasonForFile(inside);
        return reason === undefined
          ? await this.#lookAtFile(folder, { path: link.path, realPath: target })
          : { entry: skipped(link.path, reason) };
      }
      if (!kind.isDirectory()) return { entry: skipped(link.path, 'not-a-file') };
      if (pathInside(target, folder.realPath) !== undefined) return { entry: skipped(link.path, 'symlink-loop') };
      return { entry: skipped(`${link.path}/`, await this.#ways.reasonForFolder(inside)) };
    } catch (error) {
      return { entry: skipped(link.path, errorCode(error) === 'ENOENT' ? 'broken-link' : reasonOf(error)) };
    }
  }
}

/** Gone since the folder was listed; a name that is not valid UTF-8 cannot be asked for at all. */
function notSeen(path: string, error: unknown): Looked {
  return errorCode(error) === 'ENOENT' && !path.includes('\ufffd') ? undefined : { entry: skipped(path, 'unreadable') };
}
