import type { Candidate, PointFeatures, QueryTerm, TermVector } from '@tributary/engines-port';
import { cosine } from '@tributary/ranking';

/** The part of a candidate that is made of its words and of the common model. */
export type LexicalSignals = Pick<Candidate, 'body' | 'title' | 'length' | 'commonSimilarity' | 'commonVector'>;

interface LexicalQuery {
  readonly terms: readonly QueryTerm[];
  readonly common?: Float32Array;
  readonly withVectors?: boolean;
}

/** The lexical signals of a text with these features. */
export function signalsOf({ terms, common }: PointFeatures, query: LexicalQuery): LexicalSignals {
  const places = query.terms.map(({ id }) => placeOf(terms, id));
  return {
    body: Uint8Array.from(places, (at) => terms.body[at] ?? 0),
    title: Uint8Array.from(places, (at) => terms.title[at] ?? 0),
    length: terms.length,
    ...(query.common && common.length > 0 ? { commonSimilarity: cosine(query.common, common) } : {}),
    ...(query.withVectors && common.length > 0 ? { commonVector: common } : {}),
  };
}

/** What is known of the words of a passage that nobody analysed: nothing. */
export function noSignals({ terms }: LexicalQuery): LexicalSignals {
  return { body: new Uint8Array(terms.length), title: new Uint8Array(terms.length), length: 0 };
}

/** Where a term stands among the sorted ids; −1 where it does not. */
function placeOf({ ids }: TermVector, id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : -1;
}
