import { makesSameVectors, type CardModel } from '@tributary/contracts';
import {
  lackingDocuments,
  noteGap,
  physicalName,
  readDocuments,
  type CollectionRecord,
  type Engine,
  type FullPoint,
  type LackingDocument,
  type Point,
} from '@tributary/engines-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import { inBatches } from '../batching/in-batches.js';

const BATCH = 64;

/** A generation that holds what the one that answers lacks. */
export interface Holder {
  readonly engine: string;
  /** Physical name. */
  readonly name: string;
  /** Whether documents without a row count. */
  readonly withoutRow: boolean;
}

/** Copies what the generation that answers lacks from another one; where that has another model, without vectors. Rows follow by the next comparison. */
export async function takeOver(
  { catalog, engines }: Pick<Collaborators, 'catalog' | 'engines'>,
  record: CollectionRecord,
  { engine: from, name, withoutRow }: Holder,
): Promise<void> {
  const engine = engines.get(from);
  const answering = { engine: engines.get(record.engine), name: physicalName(record.name, record.generation) };
  const model = (await engine.getCollection(name))?.card.model;
  const sameModel = model !== undefined && isSameModel(model, record.card.model);
  const lacking = await lackingDocuments({ catalog, engines }, { record, engine, name, withoutRow });
  for (const batch of inBatches(lacking, BATCH)) {
    const signal = new AbortController().signal;
    const stored = await readDocuments(
      { engine, name },
      batch.map(({ docId }) => docId),
      signal,
    );
    for (const document of batch) {
      const points = stored.get(document.docId) ?? [];
      if (!isWhole(points, document)) continue;
      const version = versionOver(document);
      if (!sameModel)
        await noteGap(catalog, {
          collection: record.name,
          key: document.key,
          version,
          generation: record.generation,
          passages: points.length,
        });
      await write(answering, { document, version, points: points.map((point) => asOf(point, { version, sameModel })) });
    }
  }
}

async function write(
  { engine, name }: { readonly engine: Engine; readonly name: string },
  { document, version, points }: { readonly document: LackingDocument; readonly version: number; readonly points: readonly Point[] },
): Promise<void> {
  const { docId, key, fence } = document;
  await engine.writeDocument({ collection: name, docId, key, version, hash: fence.hash, points });
}

/** What is known in the same version would be taken for written. */
function versionOver({ fence, known }: LackingDocument): number {
  return known?.version === fence.version ? fence.version + 1 : fence.version;
}

function asOf({ vector, ...point }: FullPoint, { version, sameModel }: { readonly version: number; readonly sameModel: boolean }): Point {
  const payload = { ...point.payload, doc_version: version };
  return sameModel && vector !== undefined ? { ...point, payload, vector } : { ...point, payload };
}

function isWhole(points: readonly FullPoint[], { fence }: LackingDocument): boolean {
  return (
    points.length > 0 &&
    points.every(
      ({ payload }, i) => payload.doc_version === fence.version && payload.chunk_index === i && payload.total_chunks === points.length,
    )
  );
}

function isSameModel(a: CardModel, b: CardModel): boolean {
  return a.name === b.name && makesSameVectors(a, b);
}
