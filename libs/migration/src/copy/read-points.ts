import type { Engine } from '@tributary/engines-port';
import { retryable } from '@tributary/kernel';
import type { Neighbour } from './migration-source.js';

/** A generation of a collection in its engine. */
export interface Generation {
  readonly engine: Engine;
  /** Physical name. */
  readonly name: string;
}

/** The nearest points to a vector by the semantic lane, best first. */
export async function nearestIn(
  { engine, name }: Generation,
  { vector, limit }: { readonly vector: Float32Array; readonly limit: number },
  signal: AbortSignal,
): Promise<readonly Neighbour[]> {
  const { candidates, lanes } = await engine.nominate({ collection: name, lanes: ['semantic'], limit, terms: [], vector }, { signal });
  const lane = lanes.semantic;
  if (lane?.status !== 'searched') {
    throw retryable(
      'MIGRATION.NO_ANSWER',
      `${engine.name}/${name} did not search by vector: ${lane?.error.message ?? 'it ran no semantic lane'}.`,
    );
  }
  return lane.ranking.flatMap(({ candidate, score }) => {
    const id = candidates[candidate]?.id;
    return id === undefined ? [] : [{ id, score }];
  });
}
