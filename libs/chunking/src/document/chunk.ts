import type { TextRange } from '@tributary/contracts';

/** A passage of a document: a stretch of its text as it stands, without overlap. */
export interface Chunk {
  /** From 0, in the order of the text. */
  readonly n: number;
  readonly content: string;
  /** The document's title and the titles above the passage, joined by ` › `; for code the path and the classes around it. */
  readonly heading: string;
  /** `section`, `table`, `code`, `front_matter`, `paragraph`, `function`, `class` or `block`. */
  readonly chunk_type: string;
  /** The function or class it holds, where it holds one. */
  readonly sym?: string;
  /** Lines and columns from 1, columns in UTF-16 units, the end inclusive; a byte order mark counts as the first column. */
  readonly range: TextRange;
}

/** A document taken apart. */
export interface ChunkedDocument {
  /** The given title, else that of the front matter, the first heading, the file name, or the beginning of the text. */
  readonly title: string;
  readonly lang?: string;
  readonly chunks: readonly Chunk[];
}
