/** Consecutive slices of at most `size` items. */
export function* inBatches<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Consecutive slices of `first` items, then of twice as many each time, up to `most`: whoever works on what comes first need not wait for all. */
export function* inGrowingBatches<T>(
  items: readonly T[],
  { first, most }: { readonly first: number; readonly most: number },
): Generator<readonly T[]> {
  for (let [from, size] = [0, first]; from < items.length; from += size, size = Math.min(most, 2 * size))
    yield items.slice(from, from + size);
}

/** Collects a stream into lists of at most `size` items. */
export async function* gathered<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
