/** Padded tokens of one batch: enough to keep the processor busy, little enough to let a query in between soon. */
const BATCH_TOKENS = 1024;

/** Numbers of the texts of each batch, the texts of similar length together so that little is padding. `lengths` are in tokens. */
export function batchesOf(lengths: readonly number[], { oneByOne }: { readonly oneByOne: boolean }): readonly (readonly number[])[] {
  const order = [...lengths.keys()].sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
  if (oneByOne) return order.map((i) => [i]);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const i of order) {
    // Lengths rise, so the newest is what all others are padded to.
    if (batch.length > 0 && (batch.length + 1) * (lengths[i] ?? 0) > BATCH_TOKENS) {
      batches.push(batch);
      batch = [];
    }
    batch.push(i);
  }
  return batch.length === 0 ? batches : [...batches, batch];
}
