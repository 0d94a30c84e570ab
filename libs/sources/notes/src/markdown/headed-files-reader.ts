import { languageOf } from '@tributary/chunking';
import { withLineFeeds } from '@tributary/kernel';
import type {
  PartialReader,
  ReadDocument,
  ReaderRevision,
  ReadOptions,
  ReadOutcome,
  RootState,
  ScannedEntry,
  ScanOptions,
  SourceReader,
} from '@tributary/sources-port';
import { dayOfPath } from './dated-path.js';
import { readHead } from './head-fields.js';
import { tagList } from './note-fields.js';
import { MOST_TAGS } from '../files/to-document.js';

/** Formats without front matter, superscripts or an encoding to be guessed; reading them again for their dates takes long. */
const SAME_AS_EVER = /\.(?:pdf|xls[xm]|xltx|o[dt]s)$/i;

/** Files of a folder, whose Markdown says by its front matter how it is tagged and of when it is; everything else is as the reader of folders reads it. */
export class HeadedFilesReader implements SourceReader {
  readonly kind: string;
  readonly partial?: PartialReader;
  /** 1: tags, dates and aliases of front matter; 2: tags of several words; 3: dates as they are written; 4: TOML, line ends of old; 5: all that the reader
   *  of folders reads otherwise: UTF-8 with damage, empty files, RTF, pages, drawings, superscripts; 6: scripts and styles packed into lines of 500 characters;
   *  7: dates of mails, office files and books; 8: those of each mail of a mailbox. */
  readonly revision: ReaderRevision = { number: 8, concerns: (path) => !SAME_AS_EVER.test(path) };
  readonly #files: SourceReader;

  constructor(files: SourceReader) {
    this.kind = files.kind;
    this.#files = files;
    if (files.partial) this.partial = files.partial;
  }

  inspect(location: string): Promise<RootState> {
    return this.#files.inspect(location);
  }

  scan(location: string, options?: ScanOptions): AsyncIterable<ScannedEntry> {
    return this.#files.scan(location, options);
  }

  async read(location: string, path: string, options?: ReadOptions): Promise<ReadOutcome> {
    const outcome = await this.#files.read(location, path, options);
    return outcome.read && isMarkdown(path) ? withHead(outcome, path) : outcome;
  }
}

function isMarkdown(path: string): boolean {
  return languageOf(path) === 'markdown';
}

/** The title of a head is left to whoever cuts the text: it names passages by it anyway. */
async function withHead(document: ReadDocument, path: string): Promise<ReadDocument> {
  const text = withLineFeeds(document.text);
  const { tags, createdAt = dayOfPath(path), modifiedAt, metadata, notes } = await readHead(text);
  const listed = tagList(tags).slice(0, MOST_TAGS);
  return {
    ...document,
    text,
    notes: [...document.notes, ...notes],
    ...(listed.length === 0 ? {} : { tags: listed }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(modifiedAt === undefined ? {} : { modifiedAt, isModifiedAtWritten: true }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata: { ...document.metadata, ...metadata } }),
  };
}
