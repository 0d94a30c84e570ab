import { constants } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { languageOf } from '@tributary/chunking';
import { MIB, isAbort, retryable } from '@tributary/kernel';
import {
  isBlank,
  isRichText,
  NO_TEXT,
  type PartialReader,
  type PartialScanOptions,
  type ReadOptions,
  type ReadOutcome,
  type RootState,
  type ScannedEntry,
  type ScanOptions,
  type SourceReader,
} from '@tributary/sources-port';
import { goneAsMeant } from '../scan/gone-as-meant.js';
import { reasonOf } from '../paths/error-code.js';
import { AccessAtOnce, patientAccess, type FileAccess, type OpenFile } from '../paths/file-access.js';
import { isRelativePath, pathInside } from '../paths/inside.js';
import { realPathOf } from '../paths/real-path.js';
import { LocalPlaces } from '../paths/local-places.js';
import { RecentRoots, rootAt, type Root } from '../paths/root.js';
import { decodeText, mayBeWide } from '../read/decode-text.js';
import { isBundle } from '../read/is-bundle.js';
import { isToBeExtracted, readDocument, type DocumentText, type DocumentTextOutcome } from '../read/read-document.js';
import { readStable } from '../read/read-stable.js';
import { FileKinds, type Documents } from '../rules/file-kinds.js';
import { isArmoured, isSecret } from '../rules/secrets.js';
import { DataFolders } from '../scan/data-folders.js';
import { reachOf, rulesAround, type OuterRules } from '../scan/ignore-files.js';
import { InnerRules } from '../scan/inner-rules.js';
import { isScript } from '../scan/is-script.js';
import { KnownLinks } from '../scan/known-links.js';
import { inodeOf } from '../scan/looked.js';
import { FolderScan } from '../scan/scan-folder.js';
import { PathScan } from '../scan/scan-paths.js';

const DEFAULT_MAX_BYTES = 20 * MIB;

export interface FolderReaderOptions extends Pick<OuterRules, 'excludesFile'> {
  readonly maxBytes?: number;
  readonly ignore?: readonly string[];
  readonly documents?: Documents | undefined;
  readonly dataFolder?: string | undefined;
}

/** Reads folders and single files of this machine. Left out, each with its reason: what ignore files and the default rules name, data folders of Tributary,
 *  binaries, keys, files over the limit, links that leave the source, everything that is no regular file. */
export class FolderReader implements SourceReader {
  readonly kind = 'folder';
  readonly partial: PartialReader = {
    reachOf: (paths, location) => this.#reachOf(paths, location),
    rulesUnwatched: (location) => this.#rulesUnwatched(location),
    takenOut: (location, missing) => goneAsMeant(location, missing),
    scanPaths: (location, options) => this.#scanPaths(location, options),
  };
  readonly #kinds: FileKinds;
  readonly #documents: Documents | undefined;
  readonly #ignore: readonly string[];
  readonly #excludesFile: OuterRules['excludesFile'];
  readonly #roots = new RecentRoots();
  readonly #places = new LocalPlaces();
  readonly #links = new KnownLinks();
  readonly #innerRules = new InnerRules();
  readonly #atOnce = new AccessAtOnce();
  readonly #dataFolders: DataFolders;

  /** @param maxBytes larger files are left out as `too-large` without being opened; 20 MiB unless said otherwise
   *  @param ignore patterns of what is left out of every folder, as in .gitignore
   *  @param excludesFile names the file of what git leaves out for its user; left out: none is read
   *  @param dataFolder real path of the one of this process; others are told by what lies in them
   *  @param documents who reads PDFs, office files and the like; left out: they are `binary` */
  constructor({ maxBytes = DEFAULT_MAX_BYTES, ignore = [], excludesFile, documents, dataFolder }: FolderReaderOptions = {}) {
    this.#kinds = new FileKinds(maxBytes, documents);
    this.#documents = documents;
    this.#ignore = ignore;
    this.#excludesFile = excludesFile;
    this.#dataFolders = new DataFolders(dataFolder);
  }

  /** Unusable are `missing`, `unreadable`, `empty`, `not-a-folder` (a device, a socket), `secret` (a key folder or a place in one) and
   *  `own-data` (a data folder of Tributary, or a file right in one). A single file is usable. */
  async inspect(location: string): Promise<RootState> {
    try {
      const realPath = await realpath(location);
      const files = await this.#accessTo(realPath);
      const state = await files.stat(realPath);
      if (isSecret(realPath)) return { usable: false, reason: 'secret' };
      if (!state.isFile() && !state.isDirectory()) return { usable: false, reason: 'not-a-folder' };
      if (await this.#isOwnData(state.isFile() ? dirname(realPath) : realPath)) return { usable: false, reason: 'own-data' };
      await files.access(realPath, state.isFile() ? constants.R_OK : constants.R_OK | constants.X_OK);
      if (state.isDirectory() && (await files.isEmpty(realPath))) return { usable: false, reason: 'empty' };
      return { usable: true, location: realPath };
    } catch (error) {
      return { usable: false, reason: reasonOf(error) };
    }
  }

  /** Folders that are left out are one entry each, their path ending with `/`. Ends only when the root was there all the time.
   *  @throws `SOURCE.UNREADABLE` when the root cannot be walked, lies elsewhere by now, or went away or was replaced meanwhile */
  async *scan(location: string, { signal, ignore = [] }: ScanOptions = {}): AsyncGenerator<ScannedEntry> {
    const before = await this.#identify(location);
    this.#links.forget(before.folder);
    if (before.file === undefined) yield* new FolderScan(before.folder, this.#scanOptions({ signal, ignore })).entries();
    else yield await this.#scanFile(location, before.file);
    const after = await this.#identify(location);
    if (after.identity !== before.identity) throw unreadable(location, 'it was replaced while it was read');
  }

  #scanOptions({ signal, ignore = [] }: ScanOptions) {
    const rules = { ignore: [...this.#ignore, ...ignore], excludesFile: this.#excludesFile };
    const known = { links: this.#links, places: this.#places, dataFolders: this.#dataFolders, innerRules: this.#innerRules };
    return { kinds: this.#kinds, ...known, signal, ...rules };
  }

  async #rulesUnwatched(location: string): Promise<readonly string[]> {
    const root = await realpath(location);
    return [...new Set([...(await rulesAround(root, this.#excludesFile)), ...this.#innerRules.filesOf(root)])];
  }

  #reachOf(paths: readonly string[], location: string | undefined): readonly string[] {
    const reached = paths.map(reachOf);
    const links = location === undefined ? [] : this.#links.leadingTo(location, reached);
    return [...new Set([...reached, ...links])];
  }

  async *#scanPaths(location: string, { paths, signal, ignore = [] }: PartialScanOptions): AsyncGenerator<ScannedEntry> {
    const before = await this.#identify(location);
    if (before.file === undefined) yield* new PathScan(before.folder, this.#scanOptions({ signal, ignore })).entries(paths);
    else yield await this.#scanFile(location, before.file);
    const after = await this.#identify(location);
    if (after.identity !== before.identity) throw unreadable(location, 'it was replaced while it was read');
  }

  async read(location: string, path: string, { signal }: ReadOptions = {}): Promise<ReadOutcome> {
    signal?.throwIfAborted();
    try {
      return await this.#read(location, path, signal);
    } catch (error) {
      if (isAbort(error) || signal?.aborted) throw error;
      return { read: false, reason: reasonOf(error) };
    }
  }

  async #read(location: string, path: string, signal: AbortSignal | undefined): Promise<ReadOutcome> {
    if (!isRelativePath(path)) return { read: false, reason: 'outside' };
    const root = await this.#roots.find(location);
    if (root === undefined) return { read: false, reason: 'outside' };
    if (root.file !== undefined && root.file.normalize('NFC') !== path) return { read: false, reason: 'missing' };
    const files = await this.#accessTo(dirname(join(root.folder, path)));
    const realPath = await realPathOf(root.folder, root.file ?? path, files);
    const inside = pathInside(root.folder, realPath);
    if (inside === undefined) return { read: false, reason: 'outside' };
    if (isSecret(path) || isSecret(inside)) return { read: false, reason: 'secret' };
    if (this.#kinds.isBinary(path)) return { read: false, reason: 'binary' };
    if (await this.#isOwnData(dirname(realPath))) return { read: false, reason: 'ignored' };
    const file = await files.open(realPath);
    try {
      return await this.#readOpen(file, { path, realPath, files, signal });
    } finally {
      await file.close();
    }
  }

  async #readOpen(
    file: OpenFile,
    { path, realPath, files, signal }: { path: string; realPath: string; files: FileAccess; signal: AbortSignal | undefined },
  ): Promise<ReadOutcome> {
    const openedMs = Date.now();
    const opened = await file.state();
    if (!opened.isFile()) return { read: false, reason: 'not-a-file' };
    const content = await readStable(file, { opened, openedMs, maxBytes: this.#kinds.limitOf(path), signal });
    if (content === 'too-large') return { read: false, reason: content };
    // What was opened must still be what the path leads to, without links on the way: else a folder was swapped for a link, or the file replaced.
    const [now, nowAt] = await Promise.all([files.stat(realPath), files.realpath(realPath)]);
    if (content === undefined || nowAt !== realPath || now.ino !== opened.ino || now.dev !== opened.dev)
      return { read: false, reason: 'changing' };
    const { bytes, size, mtimeMs } = content;
    if (isArmoured(bytes)) return { read: false, reason: 'secret' };
    if (isRichText(bytes)) return { read: false, reason: 'unsupported' };
    const outcome = await this.#textOf({ bytes, path, signal });
    if (!outcome.read) return outcome;
    const { text, lang: extracted } = outcome.document;
    if (isBlank(text)) return { read: false, reason: NO_TEXT };
    const lang = this.#kinds.languageOf(path, { mode: opened.mode, text });
    if (isBundle(text, extracted ?? lang)) return { read: false, reason: 'generated' };
    const type = languageOf(path) === undefined && lang !== undefined ? 'code' : this.#kinds.typeOf(path);
    return { read: true, size, mtimeMs, type, ...(lang === undefined ? {} : { lang }), ...outcome.document };
  }

  /** Documents by the extractor, and text whose encoding only a guess tells; all else here. */
  async #textOf(file: { bytes: Uint8Array; path: string; signal: AbortSignal | undefined }): Promise<DocumentTextOutcome> {
    const { bytes, path } = file;
    const format = this.#kinds.formatOf(path);
    const extractor = this.#documents?.extractor;
    if (extractor !== undefined && format !== undefined && isToBeExtracted(format, bytes)) return await readDocument(extractor, file);
    const decoded = decodeText(bytes);
    const isGuess = decoded === undefined ? mayBeWide(bytes) : decoded.isGuess === true;
    if (extractor !== undefined && isGuess && bytes.length > 0) {
      const outcome = await readDocument(extractor, file);
      if (outcome.read) return outcome;
    }
    return decoded === undefined ? { read: false, reason: 'binary' } : { read: true, document: textAlone(decoded) };
  }

  async #scanFile(location: string, name: string): Promise<ScannedEntry> {
    const path = name.normalize('NFC');
    if (isSecret(path)) return { found: false, path, reason: 'secret' };
    if (this.#kinds.isBinary(path)) return { found: false, path, reason: 'binary' };
    const { size, mtimeMs, ctimeMs, ino, mode } = await stat(location);
    if (size > this.#kinds.limitOf(path)) return { found: false, path, reason: 'too-large' };
    const type = (await isScript(path, { mode, realPath: location })) ? 'code' : this.#kinds.typeOf(path);
    return { found: true, path, size, mtimeMs, ctimeMs, ...inodeOf(ino), type };
  }

  async #identify(location: string): Promise<Root & { readonly identity: string }> {
    const state = await this.inspect(location);
    if (!state.usable && state.reason !== 'empty') throw unreadable(location, state.reason);
    const realPath = state.usable ? state.location : await realpath(location);
    // Whoever may write around it could have it lead to what nobody allowed.
    if (realPath !== location) throw unreadable(location, 'a link leads elsewhere from there');
    const files = await this.#accessTo(realPath);
    const found = await files.stat(realPath);
    return { ...rootAt(realPath, found), identity: `${found.dev.toString()}:${found.ino.toString()}` };
  }

  async #isOwnData(folder: string): Promise<boolean> {
    return this.#dataFolders.has(folder, { isLocal: await this.#places.has(folder) });
  }

  /** @param realPath of a file, or of the folder it is in */
  async #accessTo(realPath: string): Promise<FileAccess> {
    return (await this.#places.has(realPath)) ? this.#atOnce : patientAccess;
  }
}

function textAlone({ text, notes }: DocumentText): DocumentText {
  return { text, notes };
}

function unreadable(location: string, why: string): Error {
  return retryable(
    'SOURCE.UNREADABLE',
    `The source ${location} cannot be read: ${why}. Nothing was deleted; make it readable and sync again.`,
  );
}
