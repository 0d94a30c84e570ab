import type { Filter } from '@tributary/contracts';
import type { Engine, FullPoint } from '@tributary/engines-port';
import { retryable } from '@tributary/kernel';
import type { Neighbour } from './migration-source.js';

const PAGE = 500;

/** A generation of a collection in its engine. */
export interface Generation {
  readonly engine: Engine;
  /** Physical name. */
  readonly name: string;
}

/** The points of these documents, by document, in order of `chunk_index`. */
export async function readDocuments(
  { engine, name }: Generation,
  docIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly FullPoint[]>> {
  const documents = new Map<string, FullPoint[]>();
  if (docIds.length === 0) return documents;
  const filter: Filter = { must: [{ key: 'doc_id', match: { any: [...docIds] } }] };
  let after: string | undefined;
  do {
    const page = await engine.scroll({ collection: name, filter, limit: PAGE, ...(after === undefined ? {} : { after }) }, { signal });
    for (const point of page.points) {
      const points = documents.get(point.payload.doc_id);
      if (points) points.push(point);
      else documents.set(point.payload.doc_id, [point]);
    }
    after = page.next;
  } while (after !== undefined);
  for (const points of documents.values()) points.sort((a, b) => a.payload.chunk_index - b.payload.chunk_index);
  return documents;
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
