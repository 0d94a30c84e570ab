import { physicalName, type CollectionRecord } from '@tributary/engines-port';
import type { CompareCollaborators } from './compare-collection.js';
import type { FoundDrift } from './found-drift.js';

/** Whether the words of a collection are indexed as its points stand; asked of engines that keep them elsewhere. */
export async function compareWords(
  { engines }: CompareCollaborators,
  record: CollectionRecord,
  signal: AbortSignal,
): Promise<readonly FoundDrift[]> {
  const engine = engines.get(record.engine);
  const name = physicalName(record.name, record.generation);
  if (engine.indexWords === undefined || (await engine.getCollection(name, { signal })) === undefined) return [];
  const { lacking } = await engine.indexWords(name, { mend: false, signal });
  if (lacking === 0) return [];
  const detail = `The words of ${lacking.toString()} ${lacking === 1 ? 'document' : 'documents'} are not indexed, so that search by words misses them: they are indexed from their points.`;
  return [{ drift: { kind: 'missing-words', collection: record.name, detail }, repair: 'index-words', collection: record }];
}
