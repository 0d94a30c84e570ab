import type { DocumentType } from '@tributary/contracts';

/** A file met while a source is walked: one to index, or one left out and why. */
export type ScannedEntry =
  | {
      readonly found: true;
      /** Relative to the source, with `/`. */
      readonly path: string;
      readonly size: number;
      readonly mtimeMs: number;
      readonly type: DocumentType;
    }
  | {
      readonly found: false;
      /** Ends with `/` when it is a folder, left out with everything in it. */
      readonly path: string;
      /** `ignored`, `binary`, `too-large`, `unreadable`, `symlink-loop`, `not-a-file`, `secret`, … */
      readonly reason: string;
    };

/** What was read of one file. */
export type ReadOutcome =
  | {
      readonly read: true;
      readonly text: string;
      readonly size: number;
      readonly mtimeMs: number;
      readonly type: DocumentType;
      readonly lang?: string;
      readonly notes: readonly string[];
    }
  | { readonly read: false; readonly reason: string };

/** Whether a source can be walked at all; one that cannot deletes nothing. */
export type RootState = { readonly usable: true; readonly realPath: string } | { readonly usable: false; readonly reason: string };

/** Reads one kind of source. Never throws for a single file: what cannot be read is an outcome with a reason. */
export interface SourceReader {
  readonly kind: string;
  inspect(location: string): Promise<RootState>;
  /** Every file below the location, in no particular order, in bounded memory. Throws when the root cannot be walked or goes away meanwhile: what was not
   *  met is then not gone. What lies in a folder reported as `unreadable` is not gone either. `ignore`: further patterns of what to leave out, as in
   *  .gitignore. */
  scan(location: string, signal?: AbortSignal, ignore?: readonly string[]): AsyncIterable<ScannedEntry>;
  /** Reads one file as one consistent state; a file that changes meanwhile is read again, at most three times, then `changing`. */
  read(location: string, path: string, signal?: AbortSignal): Promise<ReadOutcome>;
}
