const FIRST = 2;
const LARGEST = 8;

/** Cuts a list into batches of 2, 4, 8, 8 and so on: a slow model has something to hand over soon, a fast one is asked seldom. */
export function* growingBatches<Item>(items: readonly Item[]): Generator<{ readonly from: number; readonly items: readonly Item[] }> {
  let size = FIRST;
  for (let from = 0; from < items.length;) {
    yield { from, items: items.slice(from, from + size) };
    from += size;
    size = Math.min(LARGEST, 2 * size);
  }
}
