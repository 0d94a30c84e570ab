import type { ParsedTerm } from './parse-query.js';

/** Another way to write one or two words of a query, and what it counts. */
export interface OtherWriting extends Pick<ParsedTerm, 'weight' | 'placingWeight'> {
  readonly word: string;
  /** What the query says for it. */
  readonly variantOf: readonly string[];
}
