import { documentRecordKey, type Catalog } from '../catalog/catalog.js';
import { physicalName, type CollectionRecord } from '../catalog/collection-record.js';
import { isSameReaders } from '../catalog/document-readers.js';
import { lostVersion, type DocumentRecord } from '../catalog/document-record.js';
import type { DocumentMatch, Engine } from '../engine/engine.js';
import type { Engines } from '../engine/engines.js';
import type { DocumentFence } from '../engine/point.js';
import type { StoredPoint } from '../engine/reading.js';

const AT_ONCE = 500;

/** What a generation is beside the one that answers: kept from before the last move; newer than the catalog knows, where documents without a row count, too; or
 *  left over, maybe from before the collection was removed and made again, where only what a row calls its own version counts. */
export type HeldAs = 'kept' | 'newer' | 'stale';

/** A generation of a collection beside the one that answers. */
interface Held {
  readonly record: CollectionRecord;
  readonly engine: Engine;
  /** Physical name. */
  readonly name: string;
  readonly as: HeldAs;
  readonly signal?: AbortSignal | undefined;
}

/** A document that only the other generation has, or in its newest version. */
export interface LackingDocument {
  readonly docId: string;
  readonly key: string;
  readonly fence: DocumentFence;
  /** What the generation that answers knows of it. */
  readonly known: DocumentFence | undefined;
  readonly row: DocumentRecord | undefined;
  /** Whether the other generation has all of it. */
  readonly isWhole: boolean;
}

interface Sides {
  readonly match: DocumentMatch;
  readonly fence: DocumentFence | undefined;
  readonly known: DocumentFence | undefined;
  /** Points that are there in the generation that answers. */
  readonly points: number;
  readonly row: DocumentRecord | undefined;
}

/** What another generation of a collection holds and the one that answers has lost: what it does not know, or knows older or in part, though nobody deleted it, nor
 *  changed since who may read it. Neither needs to be there. Holds ids and numbers in memory, not texts. */
export async function lackingDocuments(
  { catalog, engines }: { readonly catalog: Pick<Catalog, 'documents'>; readonly engines: Engines },
  held: Held,
): Promise<readonly LackingDocument[]> {
  const { record, engine, name } = held;
  const options = held.signal === undefined ? {} : { signal: held.signal };
  const matches = await documentsIn({ engine, name }, options);
  if (matches.length === 0) return [];
  const answering = { engine: engines.get(record.engine), name: physicalName(record.name, record.generation) };
  const isThere = (await answering.engine.getCollection(answering.name, options)) !== undefined;
  const points = new Map((isThere ? await documentsIn(answering, options) : []).map((match) => [match.docId, match.fitting]));
  const lacking: LackingDocument[] = [];
  for (let at = 0; at < matches.length; at += AT_ONCE) {
    const some = matches.slice(at, at + AT_ONCE);
    const ids = some.map(({ docId }) => docId);
    const known = isThere ? await answering.engine.fences(answering.name, ids, options) : [];
    const fences = await engine.fences(name, ids, options);
    const rows = await catalog.documents.getMany(some.map(({ key }) => documentRecordKey(record.name, key)));
    const found = some.flatMap((match, i): LackingDocument[] => {
      const fence = fences[i];
      const stands = rows[i];
      const row = stands !== undefined && stands.epoch >= record.epoch ? stands : undefined;
      if (fence === undefined || !isLacking({ match, fence, known: known[i], points: points.get(match.docId) ?? 0, row }, held)) return [];
      const { docId, key } = match;
      return [{ docId, key, fence, known: known[i], row, isWhole: match.fitting === match.points }];
    });
    lacking.push(...(await withSameReaders({ engine, name }, found, options)));
  }
  return lacking;
}

function isLacking({ match, fence, known, points, row }: Sides, { as }: Held): boolean {
  if (fence === undefined || fence.deleted) return false;
  if (row === undefined) {
    if (as !== 'newer') return false;
  } else {
    if (row.state === 'deleted' && row.version >= fence.version) return false;
    if (as === 'stale' && !isOwnVersion(row, fence)) return false;
  }
  if (known === undefined || known.version < fence.version) return true;
  return !known.deleted && known.version === fence.version && points < match.fitting;
}

function isOwnVersion(row: DocumentRecord, { version, hash }: DocumentFence): boolean {
  if (row.state === 'indexed') return row.version === version && row.hash === hash;
  return lostVersion(row) === version;
}

async function withSameReaders(
  { engine, name }: { readonly engine: Engine; readonly name: string },
  documents: readonly LackingDocument[],
  options: { readonly signal?: AbortSignal },
): Promise<readonly LackingDocument[]> {
  const asked = documents.flatMap(({ docId, row }) => (row === undefined ? [] : [docId]));
  if (asked.length === 0) return documents;
  const filter = {
    must: [
      { key: 'doc_id', match: { any: asked } },
      { key: 'chunk_index', match: { value: 0 } },
    ],
  };
  const payloads = new Map((await engine.read(name, { filter }, options)).map(({ payload }) => [payload.doc_id, payload]));
  return documents.filter(({ docId, row, fence }) => row === undefined || isReadAs(row, fence, payloads.get(docId)));
}

/** Whether a version may stand for what a row says: of one that is not newer only where the same may read it, since the row says who may by now. */
export function isReadAs(row: DocumentRecord, fence: DocumentFence, payload: Pick<StoredPoint['payload'], 'user_id' | 'acl'> | undefined) {
  if (fence.version > row.version) return true;
  if (row.access === undefined) return (lostVersion(row) ?? row.version) <= fence.version;
  return payload !== undefined && row.access.user_id === payload.user_id && isSameReaders(row.access.acl, payload.acl);
}

async function documentsIn(
  { engine, name }: { readonly engine: Engine; readonly name: string },
  options: { readonly signal?: AbortSignal },
): Promise<readonly DocumentMatch[]> {
  if ((await engine.getCollection(name, options)) === undefined) return [];
  return engine.findDocuments(name, {}, options);
}

/** What the generation that answered before the last move holds whole, and the one that answers has lost. */
export async function keptDocuments(
  parts: { readonly catalog: Pick<Catalog, 'documents'>; readonly engines: Engines },
  record: CollectionRecord,
  signal?: AbortSignal,
): Promise<readonly LackingDocument[]> {
  const { name, previous, adopted } = record;
  const engine = previous && parts.engines.find(previous.engine);
  if (previous === undefined || engine === undefined || previous.adopted !== undefined || adopted !== undefined) return [];
  const held = await lackingDocuments(parts, { record, engine, name: physicalName(name, previous.generation), as: 'kept', signal });
  return held.filter(({ isWhole }) => isWhole);
}
