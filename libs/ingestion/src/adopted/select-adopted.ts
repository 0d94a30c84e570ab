import { allOf, visibleRows, type Filter, type Principal } from '@tributary/contracts';
import {
  documentRecordKey,
  foreignPointIds,
  mayReadDocument,
  requireNoReadersAsked,
  type CollectionRecord,
  type DocumentRecord,
  type StoredPoint,
} from '@tributary/engines-port';
import { decodeDocumentKey, encodeDocumentKey } from '@tributary/kernel';
import { md5Uuid } from '@tributary/kernel/ids';
import type { Collaborators } from '../collaborators/collaborators.js';
import type { NamedDocuments } from '../delete-documents/named-documents.js';
import { isUnapplied } from '../documents/document-transitions.js';
import { readOnly } from '../places/write-to-places.js';
import { isWrittenAs, originalIdOf } from './place-in-adopted.js';

type SelectCollaborators = Pick<Collaborators, 'catalog' | 'adopted'>;
type Reader = ReturnType<NonNullable<Collaborators['adopted']>['open']>;

/** Documents by key. Every point of an adopted collection is one, but what is called as another that was stored here: of these only that one goes by the id. */
export type AdoptedSelection = ReadonlyMap<string, { readonly version: number; readonly chunks: number }>;

interface Question {
  readonly principal: Principal;
  /** Left out: all the caller sees. */
  readonly filter?: Filter;
  readonly named?: NamedDocuments;
}

/** What of an adopted collection fits and is seen by the caller. @throws `ACCESS.DENIED` for a filter by its readers, but of the owner */
export async function selectAdopted(
  collaborators: SelectCollaborators,
  record: CollectionRecord,
  { principal, filter, named }: Question,
): Promise<AdoptedSelection> {
  const reader = collaborators.adopted?.open(record);
  const { fields } = record.card;
  if (reader === undefined || fields === undefined) throw readOnly(record.name);
  requireNoReadersAsked(record, { principal, filter });
  const visible = visibleRows(principal, { user_id: fields.user_id !== undefined, acl: fields.acl !== undefined });
  const seen = allOf([filter, visible]);
  const narrowed = seen === undefined ? {} : { filter: seen };
  if (named === undefined) return byKey(collaborators.catalog, { record, reader, points: await reader.read(narrowed) });
  const ids = [...new Set([...named.keys].map(decodeDocumentKey).flatMap(foreignPointIds))];
  const found = await reader.read({ ids, ...narrowed });
  const missing = [...named.keys].map(decodeDocumentKey).filter((id) => !found.some((point) => foreignPointIds(id).includes(point.id)));
  const passages = fields.document === undefined ? [] : await Promise.all(missing.map((docId) => reader.read({ docId, ...narrowed })));
  return byKey(collaborators.catalog, { record, reader, points: [...found, ...passages.flat()] });
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

interface Selected {
  readonly record: CollectionRecord;
  readonly reader: Reader;
  readonly points: readonly StoredPoint[];
}

/** A point that was written here has a row under the id it was given; any other is named by its own. */
async function byKey(catalog: SelectCollaborators['catalog'], { record, reader, points }: Selected): Promise<AdoptedSelection> {
  const given = points.map((point) => encodeDocumentKey(originalIdOf(point) ?? point.id));
  const rows = await catalog.documents.getMany(given.map((key) => documentRecordKey(record.name, key)));
  const unsaid = points.filter((point, at) => rows[at] !== undefined && originalIdOf(point) === undefined);
  const deleted = points.filter((_, at) => isTaken(rows[at]));
  const { hidden, there } = await lookAgain(reader, { points, unsaid, deleted });
  const selection = new Map<string, { version: number; chunks: number }>();
  points.forEach(({ id }, at) => {
    const row = rows[at];
    if (hidden.has(id) || (isTaken(row) && !there.has(id))) return;
    const { key = encodeDocumentKey(id), version: known = 0 } = row ?? {};
    // Its maker wrote it since it was deleted, or it stood beside what was: the tombstone that is there does not tell of it.
    const version = isTaken(row) ? known + 1 : known;
    selection.set(key, { version, chunks: 1 + (selection.get(key)?.chunks ?? 0) });
  });
  return selection;
}

/** Whether what was deleted is out of the engine: before that, what stands there is what goes. */
function isTaken(row: DocumentRecord | undefined): boolean {
  return row?.state === 'deleted' && !isUnapplied(row);
}

interface Doubtful {
  readonly points: readonly StoredPoint[];
  /** Those under whose ids another point may have been stored here. */
  readonly unsaid: readonly StoredPoint[];
  /** Those of deleted documents: another caller may have taken them since they were read. */
  readonly deleted: readonly StoredPoint[];
}

/** Ids of points under which another point is stored here, or was when they were read, and of those that are there. */
async function lookAgain(reader: Reader, { points, unsaid, deleted }: Doubtful) {
  const names = new Map(unsaid.map(({ id }) => [md5Uuid(id), id]));
  const ids = [...new Set([...names.keys(), ...deleted.map(({ id }) => id)])];
  const seen = ids.length === 0 ? [] : await reader.read({ ids });
  const hidden = [...points, ...seen].flatMap((point) => {
    const name = names.get(point.id) ?? '';
    return isWrittenAs(name, point) ? [name] : [];
  });
  return { hidden: new Set(hidden), there: new Set(seen.map(({ id }) => id)) };
}
