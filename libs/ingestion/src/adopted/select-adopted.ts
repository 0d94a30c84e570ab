import { allOf, visibleRows, type Filter, type Principal } from '@tributary/contracts';
import { documentRecordKey, foreignPointIds, mayReadDocument, type CollectionRecord, type StoredPoint } from '@tributary/engines-port';
import { decodeDocumentKey, encodeDocumentKey } from '@tributary/kernel';
import type { Collaborators } from '../collaborators/collaborators.js';
import type { NamedDocuments } from '../delete-documents/named-documents.js';
import { readOnly } from '../places/write-to-places.js';

type SelectCollaborators = Pick<Collaborators, 'catalog' | 'adopted'>;

/** Documents by key; every point of an adopted collection is one. */
export type AdoptedSelection = ReadonlyMap<string, { readonly version: number; readonly chunks: number }>;

interface Question {
  readonly principal: Principal;
  /** Left out: all the caller sees. */
  readonly filter?: Filter;
  readonly named?: NamedDocuments;
}

/** What of an adopted collection fits and is seen by the caller. */
export async function selectAdopted(
  collaborators: SelectCollaborators,
  record: CollectionRecord,
  { principal, filter, named }: Question,
): Promise<AdoptedSelection> {
  const reader = collaborators.adopted?.open(record);
  const { fields } = record.card;
  if (reader === undefined || fields === undefined) throw readOnly(record.name);
  const visible = visibleRows(principal, { user_id: fields.user_id !== undefined, acl: fields.acl !== undefined });
  const seen = allOf([filter, visible]);
  const narrowed = seen === undefined ? {} : { filter: seen };
  if (named === undefined) return byKey(collaborators, record, await reader.read(narrowed));
  const ids = [...new Set([...named.keys].map(decodeDocumentKey).flatMap(foreignPointIds))];
  const found = await reader.read({ ids, ...narrowed });
  const missing = [...named.keys].map(decodeDocumentKey).filter((id) => !found.some((point) => foreignPointIds(id).includes(point.id)));
  const passages = fields.document === undefined ? [] : await Promise.all(missing.map((docId) => reader.read({ docId, ...narrowed })));
  return byKey(collaborators, record, [...found, ...passages.flat()]);
}

/** Named documents that are accepted, or failed, and perhaps not written yet. */
export async function unwrittenDocuments(
  { catalog }: SelectCollaborators,
  {
    collection,
    named,
    principal,
  }: { readonly collection: CollectionRecord; readonly named: NamedDocuments; readonly principal: Principal },
): Promise<AdoptedSelection> {
  const rows = await catalog.documents.getMany([...named.keys].map((key) => documentRecordKey(collection.name, key)));
  const waiting = rows.filter((row) => row !== undefined).filter((row) => row.state === 'accepted' || row.state === 'failed');
  const his = waiting.filter((row) => row.epoch === collection.epoch && mayReadDocument(row, principal));
  return new Map(his.map(({ key, version }) => [key, { version, chunks: 0 }]));
}

/** A point that was written here has a row under the id it was given; any other is named by its own. */
async function byKey(
  { catalog }: SelectCollaborators,
  { name }: CollectionRecord,
  points: readonly StoredPoint[],
): Promise<AdoptedSelection> {
  const given = points.map(({ id, payload }) => encodeDocumentKey(originalIdOf(payload.metadata) ?? id));
  const rows = await catalog.documents.getMany(given.map((key) => documentRecordKey(name, key)));
  return new Map(points.map(({ id }, at) => [rows[at]?.key ?? encodeDocumentKey(id), { version: rows[at]?.version ?? 0, chunks: 1 }]));
}

function originalIdOf(metadata: StoredPoint['payload']['metadata']): string | undefined {
  const id = metadata?.['original_id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}
