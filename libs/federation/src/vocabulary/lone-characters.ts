import { loneCharacters, pairsWith, withPairs, type ParsedQuery } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { Circuits } from '../nominate/circuits.js';
import { unlessLate } from '../nominate/unless-late.js';
import type { SearchDeadlines } from '../plan/deadlines.js';

/** Passages that are read for the pairs, of all collections together. */
const READ = 4000;
const PAGE = 250;
/** Of the time of the lanes, which come after it. */
const SHARE_OF_LANES = 0.5;

interface ReadOptions {
  readonly circuits: Circuits;
  readonly deadlines: SearchDeadlines;
  readonly signal: AbortSignal | undefined;
}

type Pairs = ReadonlyMap<string, Map<string, number>>;

/** A query with the pairs that its lone characters of Han, Kana, Thai and Hangul stand in, as the passages say them that the caller may see: these are indexed by pairs, and no vocabulary has them
 *  (docs/adr/0196-what-is-written-otherwise.md). Of many passages as many are read as there is time for, in the order of their ids, which is that of a sample. Any other query is left as it is. */
export async function readLoneCharacters(
  query: ParsedQuery,
  collections: readonly ScopedCollection[],
  { circuits, deadlines, signal }: ReadOptions,
): Promise<ParsedQuery> {
  const characters = loneCharacters(query);
  const there = collections.filter(({ record }) => !circuits.isOpen(record.engine));
  if (characters.length === 0 || there.length === 0) return query;
  const pairs: Pairs = new Map(characters.map((character) => [character, new Map<string, number>()]));
  const limits = { deadline: deadlines.lanes.share(SHARE_OF_LANES), signal };
  const most = Math.ceil(READ / there.length);
  await Promise.all(there.map((collection) => unlessLate(limits, (limit) => readThrough(collection, { pairs, most }, limit), undefined)));
  return withPairs(query, pairs);
}

/** Counts the pairs in the passages of a collection, page by page: what was counted when time is up counts. */
async function readThrough(
  collection: ScopedCollection,
  { pairs, most }: { readonly pairs: Pairs; readonly most: number },
  signal: AbortSignal,
): Promise<void> {
  let after: string | undefined;
  for (let read = 0; read < most && !signal.aborted;) {
    const page = { limit: Math.min(PAGE, most - read), ...(after === undefined ? {} : { after }) };
    const { points, next } = await collection.scrollHits(page, signal);
    for (const { payload } of points) count(pairs, `${payload.heading ?? payload.title}\n${payload.content}`);
    if (next === undefined) return;
    after = next;
    read += points.length;
  }
}

function count(pairs: Pairs, text: string): void {
  for (const [character, counts] of pairs) for (const pair of pairsWith(character, text)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
}
