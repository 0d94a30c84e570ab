import type { TextRange } from '@tributary/contracts';

/** A passage of a document: a stretch of its text as it stands, without overlap. */
export interface Chunk {
  /** From 0, in the order of the text. */
  readonly n: number;
  readonly content: string;
  /** The path of the document's file, its title and the titles above the passage, joined by ` › `; for code the path, the classes around it and what it defines. */
  readonly heading: string;
  /** `front_matter` where it begins with that, else `section`, `table`, `code`, `paragraph`, `function`, `method`, `class`, `module` or `block`. */
  readonly chunk_type: string;
  /** The function or class it holds, where it holds one. */
  readonly sym?: string;
  /** Names of all it defines, where these are several. */
  readonly symbols?: readonly string[];
  /** What `sym` stands in, outermost first: `Outer.Inner`. */
  readonly scope?: string;
  /** The beginning of `sym` up to its body, on one line, at most 200 characters. */
  readonly signature?: string;
  /** Lines and columns from 1, columns in UTF-16 units, the end inclusive; a byte order mark counts as the first column. */
  readonly range: TextRange;
}

/** A document taken apart. */
export interface ChunkedDocument {
  /** The given title, else that of the front matter, the first heading, the file name, or the beginning of the text. */
  readonly title: string;
  readonly lang?: string;
  /** What whoever indexes it should know: `cut by lines: no grammar for sql`. */
  readonly notes?: readonly string[];
  readonly chunks: readonly Chunk[];
}
