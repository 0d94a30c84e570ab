import type { ReadOptions, ReadOutcome, RootState, ScannedEntry, ScanOptions, SourceReader } from '@tributary/sources-port';
import type { NoteFormat } from './note-format.js';
import { toDocument } from './to-document.js';

/** Left out: pictures and other things that lie beside notes. */
const ATTACHMENT = 'attachment';

/** Notes that a program keeps as files of a folder, each a document; how files are reached and what is never read is the reader of folders' to say. */
export class NoteFilesReader implements SourceReader {
  readonly kind: string;
  readonly #files: SourceReader;
  readonly #format: NoteFormat;

  constructor(files: SourceReader, format: NoteFormat) {
    this.kind = format.kind;
    this.#files = files;
    this.#format = format;
  }

  inspect(location: string): Promise<RootState> {
    return this.#files.inspect(location);
  }

  async *scan(location: string, options: ScanOptions = {}): AsyncGenerator<ScannedEntry> {
    const ignore = [...this.#format.ignore, ...(options.ignore ?? [])];
    for await (const entry of this.#files.scan(location, { ...options, ignore })) {
      if (!entry.found) yield entry;
      else if (this.#format.isNote(entry.path)) yield { ...entry, type: 'note' };
      else yield { found: false, path: entry.path, reason: ATTACHMENT };
    }
  }

  async read(location: string, path: string, options?: ReadOptions): Promise<ReadOutcome> {
    const outcome = await this.#files.read(location, path, options);
    if (!outcome.read) return outcome;
    const note = this.#format.isNote(path) ? await this.#format.parse(outcome.text, path) : undefined;
    return note === undefined ? { read: false, reason: ATTACHMENT } : toDocument(note, outcome);
  }
}
