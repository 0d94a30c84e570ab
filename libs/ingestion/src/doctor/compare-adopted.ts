import type { CollectionRecord, Engine } from '@tributary/engines-port';
import { toErrorRecord } from '@tributary/kernel';
import type { FoundDrift } from './found-drift.js';

/** What differs, or why it could not be asked. */
type ComparedAdopted = { readonly found: readonly FoundDrift[] } | { readonly reason: string };

/** Whether a collection that another program made is still there. What it holds is its maker's business, and nothing is made again there. */
export async function compareAdopted(engine: Engine, record: CollectionRecord, signal: AbortSignal): Promise<ComparedAdopted> {
  const { name, adopted } = record;
  if (adopted === undefined || engine.foreign === undefined) return { found: [] };
  try {
    if ((await engine.foreign.inspect(adopted, { signal })) !== undefined) return { found: [] };
  } catch (error) {
    if (signal.aborted) throw error;
    // What is away is a failed check, not drift; what refuses, such as a key that opens other collections only, leaves the others to be examined.
    const { retryable, message } = toErrorRecord(error);
    return retryable ? { found: [] } : { reason: message };
  }
  const detail = `It was adopted, and ${engine.name} has no collection ${adopted} any more: tributary collections remove ${name}, or adopt another one with --as ${name} after that.`;
  return { found: [{ drift: { kind: 'missing-collection', collection: name, detail }, repair: 'by-hand' }] };
}
