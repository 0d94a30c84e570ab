import { MIB, isAbort, retryable } from '@tributary/kernel';
import { sha256Hex } from '@tributary/kernel/ids';
import type {
  FoundEntry,
  ReaderRevision,
  ReadOptions,
  ReadOutcome,
  RootState,
  ScannedEntry,
  ScanOptions,
  SourceReader,
} from '@tributary/sources-port';
import { stat } from 'node:fs/promises';
import { openInPlace } from '../files/open-in-place.js';
import { toDocument } from '../files/to-document.js';
import { parseJsonLine } from './json-line.js';
import { splitLines, type NumberedLine } from './split-lines.js';

/** A longer line is left out. */
const LONGEST_LINE = 20 * MIB;

/** A file of JSON Lines, each line a note with a text and, at best, an id, title, tags and dates under any of their usual names. */
export class JsonLinesReader implements SourceReader {
  readonly kind = 'jsonl';
  /** 1: dates as they are written. */
  readonly revision: ReaderRevision = { number: 1, concerns: () => true };
  readonly #files: SourceReader;

  constructor(files: SourceReader) {
    this.#files = files;
  }

  async inspect(location: string): Promise<RootState> {
    const root = await this.#files.inspect(location);
    if (!root.usable) return root.reason === 'empty' ? { usable: false, reason: 'not-a-file' } : root;
    return (await stat(root.location)).isFile() ? root : { usable: false, reason: 'not-a-file' };
  }

  /** Where ids come again the first line with one counts, so that a file that is read twice is the same twice.
   *  @throws `SOURCE.UNREADABLE` also for a file that changes meanwhile: a program that writes it anew may not be through with it */
  async *scan(location: string, { signal }: ScanOptions = {}): AsyncGenerator<ScannedEntry> {
    signal?.throwIfAborted();
    const seen = new Set<string>();
    try {
      const before = await stat(location);
      for await (const line of splitLines(await openInPlace(location), { most: LONGEST_LINE, signal })) {
        if (line.line?.trim() === '') continue;
        const entry = entryOf(line, before.mtimeMs, seen);
        if (entry.found && seen.has(entry.path)) yield { found: false, path: entry.path, reason: 'repeated-id' };
        else yield entry;
        if (entry.found) seen.add(entry.path);
      }
      const now = await stat(location);
      if (now.size !== before.size || now.mtimeMs !== before.mtimeMs) throw new Error('It changed while it was read.');
    } catch (error) {
      if (isAbort(error) || signal?.aborted === true) throw error;
      throw retryable('SOURCE.UNREADABLE', `${location} cannot be read to its end: nothing was deleted.`, { cause: error });
    }
  }

  async read(location: string, path: string, { signal }: ReadOptions = {}): Promise<ReadOutcome> {
    signal?.throwIfAborted();
    const root = await this.inspect(location);
    if (!root.usable) return { read: false, reason: root.reason };
    if (root.location !== location) return { read: false, reason: 'outside' };
    for await (const entry of this.scan(location, { signal }))
      if (entry.found && entry.path === path && entry.content) return entry.content;
    return { read: false, reason: 'missing' };
  }
}

/** @param seen ids of the lines before */
function entryOf(
  { number, line, notes }: NumberedLine,
  mtimeMs: number,
  seen: ReadonlySet<string>,
): FoundEntry | Extract<ScannedEntry, { found: false }> {
  if (line === undefined) return { found: false, path: `line ${number.toString()}`, reason: 'too-large' };
  const parsed = parseJsonLine(line);
  if (parsed === undefined) return { found: false, path: `line ${number.toString()}`, reason: 'no-note' };
  const size = Buffer.byteLength(line);
  const validator = sha256Hex(line);
  const content = toDocument(parsed.note, { size, mtimeMs, notes, validator });
  const { id, digits, note } = parsed;
  // The first of numbers that read alike is known as it always was; the others by their digits.
  const ownId = id !== undefined && seen.has(id) ? (digits ?? id) : id;
  return { found: true, path: ownId ?? sha256Hex(note.text), size, mtimeMs: content.mtimeMs, type: 'note', validator, content };
}
