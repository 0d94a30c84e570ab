import type { QueryTerm } from '@tributary/engines-port';
import type { Bitmap } from '../memory/bitmap.js';
import type { RankedSlot } from '../memory/top-slots.js';
import type { Projection } from '../projection/projection.js';
import type { Connection } from '../store/connection.js';
import type { WordList } from '../vocabulary/word-list.js';
import { keywordLane, statisticsOf } from './keyword-lane.js';

const SHORTEST_WORD = 4;
/** Words of the vocabulary that may stand for one word of the query. */
const MOST_WORDS = 16;

/** A collection in which the lane looks. */
interface Searched {
  readonly projection: Projection;
  readonly reader: Connection;
  readonly admitted: Bitmap;
  readonly termOf: (word: string) => number | undefined;
}

/** The best admitted points by BM25 over the words of the vocabulary that resemble the query’s. */
export function fuzzyLane(searched: Searched, words: readonly string[], limit: number): readonly RankedSlot[] {
  const { projection, reader, termOf } = searched;
  const terms = fuzzyTerms(words, { projection, known: projection.vocabulary.complete(reader), termOf });
  const [ranking = []] = keywordLane([{ ...searched, statistics: statisticsOf(projection, terms) }], terms, { best: limit, each: limit });
  return ranking;
}

/** The terms of the vocabulary words that resemble the query’s, weighted by how much they do. */
function fuzzyTerms(
  words: readonly string[],
  {
    projection,
    known,
    termOf,
  }: { readonly projection: Projection; readonly known: WordList; readonly termOf: (word: string) => number | undefined },
): readonly QueryTerm[] {
  const weights = new Map<number, number>();
  for (const word of new Set(words)) {
    if (word.length < SHORTEST_WORD) continue;
    for (const { text, similarity } of bestWords(word, projection, known)) {
      const id = termOf(text);
      if (id !== undefined) weights.set(id, Math.max(similarity, weights.get(id) ?? 0));
    }
  }
  return [...weights].map(([id, weight]) => ({ id, weight }));
}

function bestWords(word: string, projection: Projection, known: WordList) {
  return [...known.similarTo(word)]
    .map(([place, similarity]) => ({ text: known.textAt(place), similarity, points: projection.wordCount(known.numberAt(place)) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.similarity - a.similarity || b.points - a.points || (a.text < b.text ? -1 : 1))
    .slice(0, MOST_WORDS);
}
