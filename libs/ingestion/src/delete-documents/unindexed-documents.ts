import type { Principal } from '@tributary/contracts';
import { documentRecordKey, mayReadDocument, physicalName, type CollectionRecord, type DocumentRecord } from '@tributary/engines-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import type { NamedDocuments } from './named-documents.js';

interface Question {
  readonly collection: CollectionRecord;
  readonly named: NamedDocuments;
  readonly principal: Principal;
}

/** Named documents that have no point: accepted and not indexed yet, failed, or without text. What has points is found, and guarded, by the engine. */
export async function unindexedDocuments(
  { catalog, engines }: Pick<Collaborators, 'catalog' | 'engines'>,
  { collection, named, principal }: Question,
): Promise<readonly DocumentRecord[]> {
  const rows = new Map<string, DocumentRecord>();
  const byAddress = await catalog.documents.getMany([...named.keys].map((key) => documentRecordKey(collection.name, key)));
  for (const row of byAddress) if (row) rows.set(row.key, row);
  for (const state of named.uuids.size > 0 ? ['accepted', 'failed'] : []) {
    for await (const row of catalog.documents.list({ collection: collection.name, state })) {
      if (named.uuids.has(row.doc_id)) rows.set(row.key, row);
    }
  }
  const candidates = [...rows.values()].filter(
    (row) => row.state !== 'deleted' && row.epoch === collection.epoch && mayReadDocument(row, principal),
  );
  const physical = physicalName(collection.name, collection.generation);
  const engine = engines.get(collection.engine);
  const stored = await Promise.all(candidates.map(({ doc_id }) => engine.findDocuments(physical, { docId: doc_id })));
  return candidates.filter((_row, i) => (stored[i]?.length ?? 0) === 0);
}
