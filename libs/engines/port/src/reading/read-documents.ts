import type { Filter } from '@tributary/contracts';
import type { Engine } from '../engine/engine.js';
import type { FullPoint } from '../engine/reading.js';

const PAGE = 500;

/** The points of these documents, by document, in order of `chunk_index`. */
export async function readDocuments(
  { engine, name }: { readonly engine: Engine; readonly name: string },
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
