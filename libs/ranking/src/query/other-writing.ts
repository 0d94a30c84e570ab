import type { ParsedTerm } from './parse-query.js';

/** Another way to write one word of a query, or several, or a part of one, and what it counts. */
export interface OtherWriting extends Pick<ParsedTerm, 'weight' | 'placingWeight' | 'nominatingWeight'> {
  readonly word: string;
  /** The words that the query says for it; undefined of a part. */
  readonly variantOf?: readonly string[];
}
