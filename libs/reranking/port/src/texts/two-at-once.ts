/** Batches that are scored at the same time: two threads of a model, or two embedders, share a head. */
const AT_ONCE = 2;

/** Works off batches in their order, two at a time; after a failure none is begun any more. @throws what the first one that fails throws */
export async function twoAtOnce<Batch>(batches: Generator<Batch>, work: (batch: Batch) => Promise<void>): Promise<void> {
  // Both take from the same batches; a loop that ends by a failure ends them for the other one, too.
  const takeTurns = async () => {
    for (const batch of batches) await work(batch);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
}
