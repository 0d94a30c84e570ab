import { physicalName, type CollectionRecord } from '@tributary/engines-port';
import type { CompareCollaborators } from './compare-collection.js';
import type { FoundDrift } from './found-drift.js';

/** Whether an engine that keeps count of a collection counted right; asked of those that can mend it. */
export async function compareStatistics(
  { engines }: CompareCollaborators,
  record: CollectionRecord,
  signal: AbortSignal,
): Promise<readonly FoundDrift[]> {
  const engine = engines.get(record.engine);
  if (engine.recount === undefined) return [];
  const name = physicalName(record.name, record.generation);
  const { counted, there } = await engine.recount(name, { mend: false, signal });
  const isRight = counted.documents === there.documents && counted.points === there.points;
  if (isRight) return [];
  const detail = `It counts ${counted.documents.toString()} documents with ${counted.points.toString()} points, and holds ${there.documents.toString()} with ${there.points.toString()}: it counts again.`;
  return [{ drift: { kind: 'wrong-statistics', collection: record.name, detail }, repair: 'recount', collection: record }];
}
