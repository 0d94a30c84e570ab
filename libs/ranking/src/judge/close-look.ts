import type { CollectionSignals } from './signals.js';
import { wordMatchesOf, type WordMatches } from './word-matches.js';

/** What reading the best passages of a collection told. */
export interface CloseLook {
  readonly matches: WordMatches;
  /** Unit vector of each candidate by the collection’s own model, where that is not the common one; undefined for those nobody read. */
  readonly vectors?: Vectors;
}

/** Of each candidate. */
type Vectors = readonly (Float32Array | undefined)[];

/** What is known of a collection beside what travels with its candidates, read or expected. */
export interface Told {
  /** How well each document says the words of the query, or others like them. */
  readonly matches: readonly number[];
  /** By these documents are alike. */
  readonly vectors: Vectors;
}

/** @param look undefined where nothing was read */
export function toldOf(signals: CollectionSignals, look: CloseLook | undefined): Told {
  return { matches: wordMatchesOf(signals, look?.matches), vectors: look?.vectors ?? signals.vectors };
}

/** Of several collections of one model together, in their order. Vectors by that model where any passage of them was read with it: those of two models say nothing of
 *  each other. */
export function joinTold(parts: readonly Told[], looks: readonly (CloseLook | undefined)[]): Told {
  const isRead = looks.some((look) => look?.vectors !== undefined);
  return {
    matches: parts.flatMap(({ matches }) => matches),
    vectors: parts.flatMap(({ vectors }, at) => (isRead ? (looks[at]?.vectors ?? vectors.map(() => undefined)) : vectors)),
  };
}
