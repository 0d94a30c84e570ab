import { greatest } from './greatest.js';
import { UNREAD } from './parameters.js';
import type { CollectionSignals } from './signals.js';

/** How well each candidate's passage says the words of the query or others like them, 0 to 1; undefined for those nobody read. */
export type WordMatches = readonly (number | undefined)[];

/** How well each document says the words of the query or others like them: by the best of its passages that were read. Documents nobody read stand
 *  further down and get the least that was found; where nothing was read at all, what words and cosine suggest. */
export function wordMatchesOf({ documents, signals }: CollectionSignals, matches: WordMatches = []): readonly number[] {
  const read = documents.map(({ chunks }) => {
    const known = chunks.flatMap((at) => matches[at] ?? []);
    return known.length === 0 ? undefined : Math.max(...known);
  });
  const known = read.filter((match) => match !== undefined);
  if (known.length > 0) {
    const least = Math.min(...known);
    return read.map((match) => match ?? least);
  }
  return documents.map(({ chunks, lexical }) => {
    const cosine = greatest(chunks, (at) => signals[at]?.commonSimilarity);
    return Math.min(1, Math.max(0, UNREAD.start + UNREAD.document * lexical.own + UNREAD.cosine * cosine));
  });
}
