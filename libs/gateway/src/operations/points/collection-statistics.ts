import type { CallContext, CollectionStatistics } from '@tributary/contracts';
import { answeringName } from '@tributary/engines-port';
import { findRecord } from '../find-record.js';
import type { GatewayCollaborators } from '../use-cases.js';

const DISTANCES = { cosine: 'COSINE', dot: 'DOT', euclid: 'EUCLID', manhattan: 'MANHATTAN' } as const;

/** What the engine tells of a collection; of one where others have rows, a caller is told only how many he sees. */
export async function collectionStatistics(
  collaborators: GatewayCollaborators,
  name: string,
  { principal, signal }: CallContext,
): Promise<CollectionStatistics> {
  const record = await findRecord(collaborators, name, principal);
  const engine = collaborators.engines.get(record.engine);
  const told = await engine.statistics?.(answeringName(record), record.card, { signal });
  const { dimension, distance } = record.card.model;
  const shape = {
    name,
    engine: engine.name,
    engine_kind: engine.kind,
    status: told?.status ?? 'unknown',
    segments_count: told?.segments ?? null,
    vector_dimension: told?.dimension ?? dimension,
    distance: DISTANCES[told?.distance ?? distance],
  };
  const seen = principal.unrestricted ? undefined : await collaborators.readPoints.count(name, { principal, signal });
  if (seen !== undefined && seen !== told?.points) {
    return { ...shape, points_count: seen, vector_count: null, indexed_vectors_count: null, segments_count: null };
  }
  const points = { points_count: told?.points ?? null, vector_count: told?.vectors ?? null };
  return { ...shape, ...points, indexed_vectors_count: told?.indexedVectors ?? null };
}
