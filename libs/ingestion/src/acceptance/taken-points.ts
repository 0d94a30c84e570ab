import { answeringName, unlessDown, type CollectionRecord, type Engines } from '@tributary/engines-port';
import { documentId } from '@tributary/kernel/ids';
import type { Submission } from './candidate-of.js';

/** Submissions to one collection whose point was given an id that a point of another document has: not every engine would keep that one. */
export async function onTakenPoints(
  submissions: readonly Submission[],
  record: CollectionRecord,
  engines: Engines,
): Promise<readonly Submission[]> {
  const chosen = submissions.filter(({ pending }) => pending?.point_id !== undefined);
  if (chosen.length === 0 || record.adopted !== undefined) return [];
  const ids = chosen.flatMap(({ pending }) => pending?.point_id ?? []);
  const engine = engines.get(record.engine);
  const points = await unlessDown(engine, () => engine.read(answeringName(record), { ids: [...new Set(ids)] }));
  const owners = new Map(points.map(({ id, payload }) => [id.toLowerCase(), payload.doc_id]));
  return chosen.filter((submission) => isOthers(submission, owners));
}

function isOthers({ collection, key, pending }: Submission, owners: ReadonlyMap<string, string>): boolean {
  const owner = owners.get(pending?.point_id?.toLowerCase() ?? '');
  return owner !== undefined && owner !== documentId(collection, key);
}
