import type { CollectionRecord, Engine } from '@tributary/engines-port';
import { toErrorRecord } from '@tributary/kernel';
import type { FoundDrift } from './found-drift.js';

/** Whether a collection that another program made is still there. What it holds is its maker's business, and nothing is made again there. */
export async function compareAdopted(engine: Engine, record: CollectionRecord, signal: AbortSignal): Promise<readonly FoundDrift[]> {
  const { name, adopted } = record;
  if (adopted === undefined || engine.foreign === undefined) return [];
  try {
    if ((await engine.foreign.inspect(adopted, { signal })) !== undefined) return [];
  } catch (error) {
    // What is away is a failed check, not drift.
    if (!signal.aborted && toErrorRecord(error).retryable) return [];
    throw error;
  }
  const detail = `It was adopted, and ${engine.name} has no collection ${adopted} any more: tributary collections remove ${name}, or adopt another one with --as ${name} after that.`;
  return [{ drift: { kind: 'missing-collection', collection: name, detail }, repair: 'by-hand' }];
}
