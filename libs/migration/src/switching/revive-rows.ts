import { documentRecordKey, foundAgain, lostVersion, type Catalog, type DocumentRecord } from '@tributary/engines-port';
import type { Generation } from '../copy/read-points.js';

const BATCH = 500;

/** Documents that were marked as lost are indexed where what answers now has them. May be repeated. */
export async function reviveRows({
  engine,
  name,
  catalog,
  collection,
}: Generation & { readonly catalog: Catalog; readonly collection: string }): Promise<void> {
  const lost: DocumentRecord[] = [];
  for await (const row of catalog.documents.list({ collection, state: 'failed' })) if (lostVersion(row) !== undefined) lost.push(row);
  if (lost.length === 0) return;
  const points = new Map((await engine.findDocuments(name, {})).map((match) => [match.docId, match.fitting]));
  for (let at = 0; at < lost.length; at += BATCH) {
    const batch = lost.slice(at, at + BATCH);
    const fences = await engine.fences(
      name,
      batch.map(({ doc_id }) => doc_id),
    );
    await catalog.documents.changeMany(
      batch.map(({ key, doc_id }, i) => ({
        key: documentRecordKey(collection, key),
        decide: (present) => {
          const fence = fences[i];
          const version = present && lostVersion(present);
          if (present === undefined || version === undefined || fence === undefined) return { keep: true as const };
          if (fence.deleted || fence.version < version) return { keep: true as const };
          return { set: foundAgain(present, { ...fence, chunks: points.get(doc_id) ?? 0 }) };
        },
      })),
    );
  }
}
