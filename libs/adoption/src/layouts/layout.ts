import type { CardFields } from '@tributary/contracts';

/** A field of the card that a place of the payload is found for. */
export type FieldName = Exclude<keyof CardFields, 'metadata'>;

/** What a value must be to serve as a field. */
export type ValueKind = 'text' | 'name' | 'number' | 'list' | 'moment';

/** How one program lays out what it stores: what it is recognised by, and where it keeps what. Places are payload paths; `$document` is the document of a
 *  Chroma record, `$metadata` stands for the place of the maker's own fields. */
export interface Layout {
  readonly name: string;
  readonly maker: string;
  /** Places that every point of it has. */
  readonly signature: readonly string[];
  /** How its vectors are called, where that tells it from others. */
  readonly vector?: RegExp;
  /** Objects that may hold the maker's own fields, the first that is there; none of them: the payload itself. */
  readonly metadata: readonly string[];
  /** Where its text stands; the first that is there. */
  readonly text: readonly string[];
  /** What it calls fields otherwise than most programs do; tried before the usual names. */
  readonly fields?: Partial<Readonly<Record<FieldName, readonly string[]>>>;
}
