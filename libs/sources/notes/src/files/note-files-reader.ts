import {
  isBlank,
  NO_TEXT,
  type PartialReader,
  type ReaderRevision,
  type ReadOptions,
  type ReadOutcome,
  type RootState,
  type ScannedEntry,
  type ScanOptions,
  type SourceReader,
} from '@tributary/sources-port';
import type { NoteFormat } from './note-format.js';
import { toDocument } from './to-document.js';

/** Left out: pictures and other things that lie beside notes. */
const ATTACHMENT = 'attachment';

/** Notes that a program keeps as files of a folder, each a document, as are documents of other formats beside them; how files are reached and what is never read is the reader of folders' to say. */
export class NoteFilesReader implements SourceReader {
  readonly kind: string;
  readonly partial?: PartialReader;
  readonly revision?: ReaderRevision;
  readonly #files: SourceReader;
  readonly #format: NoteFormat;

  constructor(files: SourceReader, format: NoteFormat) {
    this.kind = format.kind;
    this.#files = files;
    this.#format = format;
    if (format.revision !== undefined) this.revision = { number: format.revision, concerns: (path) => format.isNote(path) };
    const { partial } = files;
    if (partial) this.partial = this.#partOf(partial);
  }

  inspect(location: string): Promise<RootState> {
    return this.#files.inspect(location);
  }

  scan(location: string, options: ScanOptions = {}): AsyncIterable<ScannedEntry> {
    return this.#asNotes(this.#files.scan(location, this.#withoutOthers(options)));
  }

  async read(location: string, path: string, options?: ReadOptions): Promise<ReadOutcome> {
    const outcome = await this.#files.read(location, path, options);
    if (!outcome.read || this.#isDocument(path)) return outcome;
    const note = this.#format.isNote(path) ? await this.#format.parse(outcome.text, path) : undefined;
    if (note === undefined) return { read: false, reason: ATTACHMENT };
    return isBlank(note.text) ? { read: false, reason: NO_TEXT } : toDocument(note, outcome);
  }

  #partOf(files: PartialReader): PartialReader {
    return {
      ...files,
      scanPaths: (location, options) => this.#asNotes(files.scanPaths(location, this.#withoutOthers(options))),
    };
  }

  async *#asNotes(entries: AsyncIterable<ScannedEntry>): AsyncGenerator<ScannedEntry> {
    for await (const entry of entries) {
      if (!entry.found || this.#isDocument(entry.path)) yield entry;
      else if (this.#format.isNote(entry.path)) yield { ...entry, type: 'note' };
      else yield { found: false, path: entry.path, reason: ATTACHMENT };
    }
  }

  #isDocument(path: string): boolean {
    return !this.#format.isNote(path) && this.#format.isDocument?.(path) === true;
  }

  /** Without what the program keeps beside its notes. */
  #withoutOthers<T extends Pick<ScanOptions, 'ignore'>>(options: T): T {
    return { ...options, ignore: [...this.#format.ignore, ...(options.ignore ?? [])] };
  }
}
