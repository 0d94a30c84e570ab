import { documentRecordKey, type Catalog } from '../catalog/catalog.js';
import { physicalName, type CollectionRecord } from '../catalog/collection-record.js';
import type { DocumentRecord } from '../catalog/document-record.js';
import type { DocumentMatch, Engine } from '../engine/engine.js';
import type { Engines } from '../engine/engines.js';
import type { DocumentFence } from '../engine/point.js';

const AT_ONCE = 500;

/** A generation of a collection beside the one that answers. */
interface Held {
  readonly record: CollectionRecord;
  readonly engine: Engine;
  /** Physical name. */
  readonly name: string;
  /** Whether documents without a row count: below what is older than the tombstones they may have been deleted. */
  readonly withoutRow: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A document that only the other generation has whole, or in its newest version. */
export interface LackingDocument {
  readonly docId: string;
  readonly key: string;
  readonly fence: DocumentFence;
  /** What the generation that answers knows of it. */
  readonly known: DocumentFence | undefined;
}

interface Sides {
  readonly match: DocumentMatch;
  readonly fence: DocumentFence | undefined;
  readonly known: DocumentFence | undefined;
  /** Points that are there in the generation that answers. */
  readonly points: number;
  readonly row: DocumentRecord | undefined;
}

/** What another generation of a collection holds and the one that answers has lost: what it does not know, or knows older or in part, though nobody deleted it.
 *  Neither needs to be there. Holds ids and numbers in memory, not texts. */
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
    some.forEach((match, i) => {
      const fence = fences[i];
      const sides = { match, fence, known: known[i], points: points.get(match.docId) ?? 0, row: rows[i] };
      if (fence !== undefined && isLacking(sides, held)) lacking.push({ docId: match.docId, key: match.key, fence, known: known[i] });
    });
  }
  return lacking;
}

function isLacking({ match, fence, known, points, row }: Sides, { record, withoutRow }: Held): boolean {
  if (fence === undefined || fence.deleted) return false;
  const standing = row !== undefined && row.epoch >= record.epoch ? row : undefined;
  if (standing === undefined ? !withoutRow : standing.state === 'deleted' && standing.version >= fence.version) return false;
  if (known === undefined || known.version < fence.version) return true;
  return !known.deleted && known.version === fence.version && points < match.fitting;
}

async function documentsIn(
  { engine, name }: { readonly engine: Engine; readonly name: string },
  options: { readonly signal?: AbortSignal },
): Promise<readonly DocumentMatch[]> {
  if ((await engine.getCollection(name, options)) === undefined) return [];
  return engine.findDocuments(name, {}, options);
}

/** What the generation that answered before the last move holds, and the one that answers has lost. */
export async function keptDocuments(
  parts: { readonly catalog: Pick<Catalog, 'documents'>; readonly engines: Engines },
  record: CollectionRecord,
  signal?: AbortSignal,
): Promise<readonly LackingDocument[]> {
  const { name, previous, adopted } = record;
  const engine = previous && parts.engines.find(previous.engine);
  if (previous === undefined || engine === undefined || previous.adopted !== undefined || adopted !== undefined) return [];
  return lackingDocuments(parts, { record, engine, name: physicalName(name, previous.generation), withoutRow: false, signal });
}
