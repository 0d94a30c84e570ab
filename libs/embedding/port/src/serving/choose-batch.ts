/** What waits to be embedded. */
export interface Waiting {
  /** Tokens, about. */
  readonly tokens: number;
}

export interface BatchBounds {
  readonly texts: number;
  /** Padded: the number of texts times the tokens of the longest. */
  readonly tokens: number;
}

/** A batch is at most so many times what its texts need: beyond, two batches are cheaper than the padding. */
const MOST_PADDING = 2;

/** The batch that goes next: the text that has waited longest (the first), and those nearest to it in length, so that little is padding and none waits
 *  for ever. A text longer than the bound is a batch of its own. */
export function chooseBatch<Item extends Waiting>(waiting: readonly Item[], bounds: BatchBounds): readonly Item[] {
  const [first] = waiting;
  if (first === undefined) return [];
  const sorted = waiting.toSorted((a, b) => a.tokens - b.tokens);
  let from = sorted.indexOf(first);
  let to = from + 1;
  let needed = first.tokens;
  while (to - from < bounds.texts) {
    const next = nextOf(sorted, { from, to, needed, first }, bounds);
    if (next === undefined) break;
    needed += next.tokens;
    if (next === sorted[to]) to++;
    else from--;
  }
  return sorted.slice(from, to);
}

/** The batch that goes next where texts of a batch are not padded to each other: those that have waited longest, so that a document has its last vector
 *  soon after its first. At least one. */
export function firstBatch<Item extends Waiting>(waiting: readonly Item[], { texts, tokens }: BatchBounds): readonly Item[] {
  let left = tokens;
  const fitting = waiting.slice(0, texts).findIndex((item, n) => (left -= item.tokens) < 0 && n > 0);
  return waiting.slice(0, fitting === -1 ? texts : fitting);
}

interface Grown<Item> {
  readonly from: number;
  readonly to: number;
  /** Tokens without padding. */
  readonly needed: number;
  readonly first: Item;
}

/** The neighbour that is nearer in length to the first and still fits; undefined where none does. */
function nextOf<Item extends Waiting>(
  sorted: readonly Item[],
  { from, to, needed, first }: Grown<Item>,
  bounds: BatchBounds,
): Item | undefined {
  const longest = sorted[to - 1]?.tokens ?? 0;
  const fits = (item: Item | undefined) => {
    if (item === undefined) return false;
    const padded = (to - from + 1) * Math.max(longest, item.tokens);
    return padded <= bounds.tokens && padded <= MOST_PADDING * (needed + item.tokens);
  };
  const [shorter, longer] = [sorted[from - 1], sorted[to]].map((item) => (fits(item) ? item : undefined));
  if (shorter === undefined || longer === undefined) return shorter ?? longer;
  return first.tokens - shorter.tokens <= longer.tokens - first.tokens ? shorter : longer;
}
