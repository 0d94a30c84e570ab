/** Further fields of a note, by which it can be filtered. */
export type NoteMetadata = Readonly<Record<string, string | number | boolean | string[]>>;

/** What a text of some program holds of a note. */
export interface Note {
  /** In Markdown, with as many lines as it had, so that places in it are places in its file. */
  readonly text: string;
  readonly title?: string | undefined;
  readonly tags: readonly string[];
  /** ISO 8601. */
  readonly createdAt?: string | undefined;
  /** ISO 8601. */
  readonly modifiedAt?: string | undefined;
  /** True where `modifiedAt` is written in the text that the note was made of. */
  readonly isModifiedAtWritten?: boolean;
  readonly metadata?: NoteMetadata | undefined;
  /** What could not be understood, in sentences. */
  readonly notes?: readonly string[];
}

/** How one program keeps notes in files. */
export interface NoteFormat {
  readonly kind: string;
  /** Of the reader, for what its notes give more than before; left out: as always. */
  readonly revision?: number;
  /** Patterns of what is no note, as in .gitignore. */
  readonly ignore: readonly string[];
  /** Whether a file may be a note, by its path. */
  isNote(path: string): boolean;
  /** Whether a file beside the notes is a document of its own, as in a folder, by its path; left out: none is. */
  isDocument?(path: string): boolean;
  /** Undefined for a file that is none after all. */
  parse(text: string, path: string): Note | undefined | Promise<Note>;
}
