import {
  isBlank,
  NO_TEXT,
  type ReaderRevision,
  type ReadOptions,
  type ReadOutcome,
  type RootState,
  type ScannedEntry,
  type ScanOptions,
  type SourceReader,
} from '@tributary/sources-port';
import { isAbort, retryable } from '@tributary/kernel';
import { sha256Hex } from '@tributary/kernel/ids';
import { stat } from 'node:fs/promises';
import { NoteFilesReader } from '../files/note-files-reader.js';
import { toDocument } from '../files/to-document.js';
import { readBearArchive, type ArchivedNote } from './bear-archive.js';
import { BEAR_FOLDER, parseBearNote, readBundleInfo } from './bear-note.js';

const ARCHIVE = /\.(?:bear2bk|textpack)$/i;

/** Exports of Bear: a backup (`.bear2bk`), a text pack, or a folder of Markdown or text bundles. In a backup a note is known by Bear's own id. */
export class BearReader implements SourceReader {
  readonly kind = 'bear';
  /** 1: code, and tags that stand behind a blank; 2: UTF-8 with damage, empty notes. */
  readonly revision: ReaderRevision = { number: 2, concerns: () => true };
  readonly #files: SourceReader;
  readonly #folder: NoteFilesReader;

  constructor(files: SourceReader) {
    this.#files = files;
    this.#folder = new NoteFilesReader(files, BEAR_FOLDER);
  }

  inspect(location: string): Promise<RootState> {
    return this.#files.inspect(location);
  }

  scan(location: string, options: ScanOptions = {}): AsyncIterable<ScannedEntry> {
    return ARCHIVE.test(location) ? this.#scanArchive(location, options) : this.#folder.scan(location, options);
  }

  async read(location: string, path: string, options: ReadOptions = {}): Promise<ReadOutcome> {
    if (!ARCHIVE.test(location)) return this.#folder.read(location, path, options);
    options.signal?.throwIfAborted();
    for await (const entry of this.#scanArchive(location, options)) {
      if (entry.path !== path) continue;
      if (!entry.found) return { read: false, reason: entry.reason };
      if (entry.content) return entry.content;
    }
    return { read: false, reason: 'missing' };
  }

  async *#scanArchive(location: string, { signal }: ScanOptions): AsyncGenerator<ScannedEntry> {
    try {
      const { mtimeMs } = await stat(location);
      for await (const note of readBearArchive(location, signal)) {
        const entry = 'reason' in note ? { found: false as const, path: note.name, reason: note.reason } : entryOf(note, mtimeMs);
        if (entry !== undefined) yield entry;
      }
    } catch (error) {
      if (isAbort(error) || signal?.aborted === true) throw error;
      throw retryable('SOURCE.UNREADABLE', `${location} is no export of Bear, or a damaged one: nothing was deleted. Export it again.`, {
        cause: error,
      });
    }
  }
}

/** Undefined for a note in Bear's trash. */
function entryOf({ name, text, info, notes }: ArchivedNote, mtimeMs: number): ScannedEntry | undefined {
  const { fields, notes: ofInfo } = readBundleInfo(info);
  if (fields.trashed === true || fields.trashed === 1) return undefined;
  const size = Buffer.byteLength(text);
  const validator = sha256Hex(`${info}\n${text}`);
  const content = toDocument(parseBearNote(text, name, fields), { size, mtimeMs, notes: [...notes, ...ofInfo], validator });
  const path = fields.uniqueIdentifier ?? name;
  if (isBlank(content.text)) return { found: false, path, reason: NO_TEXT };
  return { found: true, path, size, mtimeMs: content.mtimeMs, type: 'note', validator, content };
}
