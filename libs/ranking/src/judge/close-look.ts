import { TEST_SET_BACK } from './weights/parameters.js';
import type { CollectionSignals } from './evidence/signals.js';
import { wordMatchesOf, type WordMatches } from './evidence/word-matches.js';

/** What reading the best passages of a collection told. */
export interface CloseLook {
  readonly matches: WordMatches;
  /** Unit vector of each candidate by the collection’s own model, where that is not the common one; undefined for those nobody read. */
  readonly vectors?: Vectors;
  /** Which candidates are of tests, which say again what something else does; left out: none, or tests are asked for. */
  readonly tests?: readonly boolean[];
  /** How much of the query each candidate has word for word, 0 to 1 (`LongestRun`); left out: nothing of it. */
  readonly runs?: readonly number[];
}

/** Of each candidate. */
type Vectors = readonly (Float32Array | undefined)[];

/** What is known of a collection beside what travels with its candidates, read or expected. */
export interface Told {
  /** How well each document says the words of the query, or others like them. */
  readonly matches: readonly number[];
  /** By these documents are alike. */
  readonly vectors: Vectors;
  /** By how much each document stands behind what it says, in units of its score. */
  readonly setBacks: readonly number[];
  /** What each candidate has of the query word for word: the cube of the share, so that parts of it, as any two texts have in common, count little. */
  readonly verbatim: readonly number[];
}

/** @param look undefined where nothing was read */
export function toldOf(signals: CollectionSignals, look: CloseLook | undefined): Told {
  const { matches, vectors = signals.vectors, tests, runs } = look ?? {};
  const setBacks = signals.documents.map(({ chunks }) => (chunks.some((at) => tests?.[at]) ? TEST_SET_BACK : 0));
  return {
    matches: wordMatchesOf(signals, matches),
    vectors,
    setBacks,
    verbatim: signals.signals.map((_, at) => (runs?.[at] ?? 0) ** 3),
  };
}

/** Of several collections of one model together, in their order. Vectors by that model where any passage of them was read with it: those of two models say nothing of
 *  each other. */
export function joinTold(parts: readonly Told[], looks: readonly (CloseLook | undefined)[]): Told {
  const isRead = looks.some((look) => look?.vectors !== undefined);
  return {
    matches: parts.flatMap(({ matches }) => matches),
    setBacks: parts.flatMap(({ setBacks }) => setBacks),
    verbatim: parts.flatMap(({ verbatim }) => verbatim),
    vectors: parts.flatMap(({ vectors }, at) => (isRead ? (looks[at]?.vectors ?? vectors.map(() => undefined)) : vectors)),
  };
}
