import { documentRecordKey, physicalName } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { inBatches } from '../batching/in-batches.js';
import type { Collaborators } from '../collaborators/collaborators.js';

const BATCH = 500;

/** Sets the chunk counts of a collection's catalog rows to what its engine holds. @returns how many were wrong */
export async function recountCollection({ catalog, engines }: Pick<Collaborators, 'catalog' | 'engines'>, name: string): Promise<number> {
  const record = await catalog.collections.get(name);
  if (record === undefined || record.removed)
    throw permanent('COLLECTION.NOT_FOUND', `There is no collection ${name}.`, { category: 'not_found' });
  const documents = await engines.get(record.engine).findDocuments(physicalName(name, record.generation), {});
  let corrected = 0;
  for (const batch of inBatches(documents, BATCH)) {
    const wrong = new Set<string>();
    await catalog.documents.changeMany(
      batch.map(({ key, points, version }) => ({
        key: documentRecordKey(name, key),
        decide: (present) => {
          wrong.delete(key);
          if (present?.state !== 'indexed' || present.version !== version || present.chunks === points) return { keep: true };
          wrong.add(key);
          return { set: { ...present, chunks: points } };
        },
      })),
    );
    corrected += wrong.size;
  }
  return corrected;
}
