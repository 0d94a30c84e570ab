import type { DocumentType } from '@tributary/contracts';
import type { ExtractedSection } from '../extraction/text-extractor.js';
import type { SourceMemory } from './source-memory.js';

/** What somebody chose for one source, by the names its kind knows; parsed by the reader. */
export type SourceSettings = Readonly<Record<string, unknown>>;

/** A document met while a source is walked: one to index, or one left out and why. */
export type ScannedEntry = FoundEntry | LeftOutEntry;

export interface FoundEntry {
  readonly found: true;
  /** Relative to the source, with `/`; of a page its canonical URL. */
  readonly path: string;
  /** Bytes; 0 where the source does not say. */
  readonly size: number;
  /** Milliseconds since the epoch; 0 where the source does not say. */
  readonly mtimeMs: number;
  /** Number of the file on its file system, where it can be told: another one is another file, whatever its time says. */
  readonly inode?: number;
  /** Milliseconds since the epoch: when the file, or what the system keeps of it, was changed last. No program sets it, so that a rewrite shows whatever size and `mtimeMs` say. */
  readonly ctimeMs?: number;
  readonly type: DocumentType;
  /** An etag, a hash, whatever the source has: the document is unchanged while this is, whatever size and time say. */
  readonly validator?: string;
  /** Where the walk had to read it anyway: it is not read again. */
  readonly content?: ReadDocument;
}

export interface LeftOutEntry {
  readonly found: false;
  /** Ends with `/` when it is a folder, left out with everything in it. */
  readonly path: string;
  /** `ignored`, `binary`, `too-large`, `unreadable`, `symlink-loop`, `not-a-file`, `secret`, … */
  readonly reason: string;
  /** It may be there all the same: what is known of it stays, and of it alone. `unreadable` and `changing` always mean that, of a folder with everything
   *  in it. */
  readonly passing?: boolean;
}

type Metadata = Record<string, string | number | boolean | string[]>;

/** What was read of one document. */
export interface ReadDocument {
  readonly read: true;
  readonly text: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly type: DocumentType;
  readonly lang?: string;
  /** As the document itself says; left out: made from its text. */
  readonly title?: string;
  readonly tags?: readonly string[];
  /** ISO 8601, as the document itself says. */
  readonly createdAt?: string;
  /** ISO 8601, as the document itself says; left out: when its file was. */
  readonly modifiedAt?: string;
  /** True where `modifiedAt` stands in what was read, so that it is another document once it is read as another moment. */
  readonly isModifiedAtWritten?: boolean;
  /** Whose document it is alone. */
  readonly userId?: string;
  /** Further fields to store with it. */
  readonly metadata?: Metadata;
  /** Fields that do not make it another document, such as when it was fetched: stored with it under `metadata`. */
  readonly notHashed?: Metadata;
  readonly validator?: string;
  /** Pages, slides, sheets, …: each passage says in which it stands. */
  readonly sections?: readonly ExtractedSection[];
  readonly notes: readonly string[];
}

export type ReadOutcome =
  | ReadDocument
  | {
      readonly read: false;
      readonly reason: string;
      /** What is known of it stays. `missing`, `unreadable`, `outside` and `changing` always mean that. */
      readonly passing?: boolean;
    };

/** Whether a source can be walked at all; one that cannot deletes nothing. */
export type RootState =
  | {
      readonly usable: true;
      /** In its one spelling: the real path of a folder, the canonical URL of a page. */
      readonly location: string;
      /** What people would call it; left out: the last part of the location. */
      readonly name?: string;
      /** Whose source it is alone; left out: everybody's who may read its collections. */
      readonly userId?: string;
    }
  | { readonly usable: false; readonly reason: string };

export interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Further patterns of what to leave out, as in .gitignore. */
  readonly ignore?: readonly string[] | undefined;
  readonly settings?: SourceSettings | undefined;
  /** What earlier scans of this source noted; left out: none ran. */
  readonly memory?: SourceMemory | undefined;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly settings?: SourceSettings | undefined;
}

export interface PartialScanOptions extends Pick<ScanOptions, 'signal' | 'ignore'> {
  readonly paths: readonly string[];
}

/** What a walk met before and meets no more. */
export interface MissingPaths {
  /** Relative to the source, in NFC. */
  readonly paths: readonly string[];
  /** The patterns of the source that the walk was given. */
  readonly ignore?: readonly string[] | undefined;
  /** Those by which the missing ones were met: what these name was taken back by rules of the source itself. */
  readonly ignoreBefore?: readonly string[] | undefined;
}

/** Looks at parts of a source, so that a change of one file needs no walk over all of them. */
export interface PartialReader {
  /** The paths that must be looked at when these may have changed; `''` is everything. @param location of the source, so that links known there are told, too */
  reachOf(paths: readonly string[], location?: string): readonly string[];
  /** Files that say what of the location is left out and that no watch of it tells of: those outside of it, and of the repositories that walks met in it; those that
   *  are not there yet, too. Left out where there are none. */
  rulesUnwatched?(location: string): Promise<readonly string[]>;
  /** Of paths that a walk meets no more those that nobody lost: new patterns of the source leave them out, or version control took them out. Left out where nothing tells. */
  takenOut?(location: string, missing: MissingPaths): Promise<ReadonlySet<string>>;
  /** Every file at or below these paths, as `scan` would find it. @throws as `scan` does */
  scanPaths(location: string, options: PartialScanOptions): AsyncIterable<ScannedEntry>;
}

/** What a reader has learnt to take from documents that it read without it before. */
export interface ReaderRevision {
  /** From 1. A source whose last whole sync was by an earlier one has the documents concerned read once more, whatever their size and time say. */
  readonly number: number;
  /** Whether there may be more in the document at this path than before. */
  concerns(path: string): boolean;
}

/** Reads one kind of source. Never throws for a single document: what cannot be read is an outcome with a reason. Scans and reads take a location as
 *  `inspect` spelt it: what a link put there since leads to is not read. */
export interface SourceReader {
  readonly kind: string;
  /** Left out by a reader that can only walk everything. */
  readonly partial?: PartialReader;
  /** Left out by a reader that reads documents as it always did. */
  readonly revision?: ReaderRevision;
  inspect(location: string, settings?: SourceSettings): Promise<RootState>;
  /** Every document below the location, in no particular order, in bounded memory. Throws when the root cannot be walked or goes away meanwhile: what was
   *  not met is then not gone. What lies in a folder reported as `unreadable` is not gone either. */
  scan(location: string, options?: ScanOptions): AsyncIterable<ScannedEntry>;
  /** Reads one document as one consistent state; a file that changes meanwhile is read again, at most three times, then `changing`. */
  read(location: string, path: string, options?: ReadOptions): Promise<ReadOutcome>;
}
