import { greatest } from './greatest.js';
import { UNREAD } from '../weights/parameters.js';
import type { CollectionSignals } from './signals.js';

/** How well each candidate's passage says the words of the query or others like them, 0 to 1; undefined for those nobody read. */
export type WordMatches = readonly (number | undefined)[];

/** How well each document says the words of the query or others like them: by the best of its passages that were read. Documents nobody read stand
 *  further down: they get the least that was found, and no more than words and cosine suggest, by which those are told that say nothing of a query whose words all read ones
 *  say. Where nothing was read at all, they get what these suggest. */
export function wordMatchesOf(signals: CollectionSignals, matches: WordMatches = []): readonly number[] {
  const expected = expectedOf(signals);
  const read = signals.documents.map(({ chunks }) => {
    const ofChunks = chunks.flatMap((at) => matches[at] ?? []);
    return ofChunks.length === 0 ? undefined : Math.max(...ofChunks);
  });
  const known = read.filter((match) => match !== undefined);
  if (known.length === 0) return expected;
  const least = Math.min(...known);
  return read.map((match, at) => match ?? (saysNone(signals.documents[at]) ? Math.min(least, expected[at] ?? 0) : least));
}

/** Whether a document has no term of the query. */
function saysNone(document: CollectionSignals['documents'][number] | undefined): boolean {
  return document?.lexical.own === 0;
}

function expectedOf({ documents, signals }: CollectionSignals): readonly number[] {
  const cosineOf = (at: number) => signals[at]?.commonSimilarity;
  return documents.map(({ chunks, lexical }) => {
    const cosine = greatest(chunks, cosineOf);
    return Math.min(1, Math.max(0, UNREAD.start + UNREAD.document * lexical.own + UNREAD.cosine * cosine));
  });
}
