import { greatest } from './greatest.js';
import { UNREAD } from '../weights/parameters.js';
import type { CollectionSignals } from './signals.js';

/** How well each candidate's passage says the words of the query or others like them, 0 to 1; undefined for those nobody read. */
export type WordMatches = readonly (number | undefined)[];

/** How well each document says the words of the query or others like them: by the best of its passages that were read. Documents nobody read stand
 *  further down and get the least that was found; where nothing was read at all, what words and cosine suggest. */
export function wordMatchesOf({ documents, signals }: CollectionSignals, matches: WordMatches = []): readonly number[] {
  if (matches.some((match) => match !== undefined)) return ofRead(documents, matches);
  const cosineOf = (at: number) => signals[at]?.commonSimilarity;
  return documents.map(({ chunks, lexical }) => {
    const cosine = greatest(chunks, cosineOf);
    return Math.min(1, Math.max(0, UNREAD.start + UNREAD.document * lexical.own + UNREAD.cosine * cosine));
  });
}

function ofRead(documents: CollectionSignals['documents'], matches: WordMatches): readonly number[] {
  const read = documents.map(({ chunks }) => {
    const known = chunks.flatMap((at) => matches[at] ?? []);
    return known.length === 0 ? undefined : Math.max(...known);
  });
  const least = Math.min(...read.filter((match) => match !== undefined));
  return read.map((match) => match ?? least);
}
