import {
  documentRecordKey,
  isReadAs,
  lostVersion,
  passesFence,
  type Catalog,
  type DocumentFence,
  type DocumentRecord,
} from '@tributary/engines-port';
import { hasCode } from '@tributary/kernel';
import {
  isSameFence,
  type CopiedDocument,
  type ListedDocument,
  type MigrationSource,
  type Neighbour,
  type WantedDocument,
} from './migration-source.js';

type Payload = CopiedDocument['points'][number]['payload'];

interface Sides {
  readonly fences: readonly (DocumentFence | undefined)[];
  readonly known: readonly (DocumentFence | undefined)[];
}

interface KeptSourceParts {
  /** What answers; it may have lost documents, or be gone as a whole. */
  readonly present: MigrationSource;
  /** What answered before, and is to answer again. */
  readonly kept: MigrationSource;
  readonly catalog: Pick<Catalog, 'documents'>;
  readonly collection: string;
}

/** What a move back reads: whatever is newer in the generation that answers, and what was kept where that one has lost it. Only what is deleted in the
 *  catalog, or of which nobody knows any more, goes from what was kept. */
export class KeptSource implements MigrationSource {
  readonly #parts: KeptSourceParts;
  readonly #keys = new Map<string, string>();
  /** What answers had no passage of them when they were listed. */
  #pointless: ReadonlySet<string> = new Set();
  #hasLost = false;

  constructor(parts: KeptSourceParts) {
    this.#parts = parts;
  }

  async list(signal: AbortSignal): Promise<ReadonlyMap<string, ListedDocument>> {
    const { present, kept } = this.#parts;
    const held = await kept.list(signal);
    const there = await orWhereGone(present.list(signal), new Map<string, ListedDocument>());
    const listed = new Map([...held, ...there]);
    this.#pointless = new Set([...there].flatMap(([id, { points }]) => (points === 0 ? [id] : [])));
    for (const [id, { key }] of listed) this.#keys.set(id, key);
    return listed;
  }

  async fences(docIds: readonly string[], known: readonly (DocumentFence | undefined)[]): Promise<readonly (DocumentFence | undefined)[]> {
    const { present, catalog, collection } = this.#parts;
    const fences = await orWhereGone(present.fences(docIds, known), []);
    const lost = await this.#withoutPoints(docIds, { fences, known });
    const open = docIds.flatMap((id, i) => (isNewest(fences[i], known[i]) && !lost.has(id) ? [] : [{ id, i }]));
    const rows = await catalog.documents.getMany(open.map(({ id }) => documentRecordKey(collection, this.#keys.get(id) ?? id)));
    this.#hasLost ||= open.length > 0;
    const standing = new Map(open.map(({ i }, at) => [i, standsFor(known[i], { present: fences[i], row: rows[at] })]));
    const doubtful = open.flatMap(({ id, i }, at) => {
      const [fence, row] = [standing.get(i), rows[at]];
      return fence === undefined || fence.deleted || row === undefined || row.version < fence.version ? [] : [{ docId: id, i, fence, row }];
    });
    const payloads = await this.#payloadsOf(doubtful);
    for (const { docId, i, fence, row } of doubtful) {
      // What fewer may read by now does not come back as it was.
      if (!mayStand(row, fence, payloads.get(docId))) standing.set(i, { version: fence.version, hash: '', deleted: true });
    }
    return docIds.map((_, i) => (standing.has(i) ? standing.get(i) : fences[i]));
  }

  async read(wanted: readonly WantedDocument[], signal: AbortSignal): Promise<readonly CopiedDocument[]> {
    const { present, kept } = this.#parts;
    const read = await orWhereGone(present.read(wanted, signal), []);
    // What is known without points may have lost them.
    const whole = new Set(read.flatMap(({ docId, points }) => (points.length === 0 ? [] : [docId])));
    const rest = wanted.filter(({ docId }) => !whole.has(docId));
    const held = rest.length === 0 ? [] : await kept.read(rest, signal);
    const found = new Map([...read, ...held].map((document) => [document.docId, document]));
    return wanted.flatMap(({ docId }) => found.get(docId) ?? []);
  }

  /** Those of which what answers knows a newer version than was kept, and has lost its passages. */
  async #withoutPoints(docIds: readonly string[], { fences, known }: Sides): Promise<ReadonlySet<string>> {
    const suspects = docIds.flatMap((docId, i) => {
      const [fence, kept] = [fences[i], known[i]];
      const isOlderThere = fence !== undefined && !fence.deleted && kept !== undefined && !kept.deleted && passesFence(kept, fence);
      return isOlderThere && this.#pointless.has(docId) ? [{ docId, fence }] : [];
    });
    if (suspects.length === 0) return new Set();
    const { present, catalog, collection } = this.#parts;
    const rows = await catalog.documents.getMany(
      suspects.map(({ docId }) => documentRecordKey(collection, this.#keys.get(docId) ?? docId)),
    );
    // It may have been written since it was listed; and one without text has no passages.
    const read = await orWhereGone(present.read(suspects, new AbortController().signal), []);
    const empty = new Set(read.flatMap(({ docId, points }) => (points.length === 0 ? [docId] : [])));
    return new Set(suspects.flatMap(({ docId, fence }, i) => (empty.has(docId) && hadPoints(rows[i], fence) ? [docId] : [])));
  }

  async #payloadsOf(wanted: readonly WantedDocument[]): Promise<ReadonlyMap<string, Payload>> {
    const documents = wanted.length === 0 ? [] : await this.#parts.kept.read(wanted, new AbortController().signal);
    return new Map(documents.flatMap(({ docId, points: [point] }) => (point === undefined ? [] : [[docId, point.payload] as const])));
  }

  /** Where documents were lost no index holds just what is to answer but that of the target itself. */
  async nearest(vector: Float32Array, limit: number, signal: AbortSignal): Promise<readonly Neighbour[]> {
    const { present, kept } = this.#parts;
    return (this.#hasLost ? kept : present).nearest(vector, limit, signal);
  }
}

function isNewest(present: DocumentFence | undefined, known: DocumentFence | undefined): boolean {
  if (present === undefined) return known === undefined;
  return isSameFence(present, known) || passesFence(known, present) || (present.deleted && present.version >= (known?.version ?? 0));
}

function hadPoints(row: DocumentRecord | undefined, { version }: DocumentFence): boolean {
  return row !== undefined && (lostVersion(row) !== undefined || (row.version === version && row.chunks > 0));
}

/** Of what is kept in part it is not known who may read it: it stays where it is the version that the row means. */
function mayStand(row: DocumentRecord, fence: DocumentFence, payload: Payload | undefined): boolean {
  if (payload === undefined) return (lostVersion(row) ?? row.version) <= fence.version;
  return isReadAs(row, fence, payload);
}

/** What stands for a document that the generation that answers does not know, or knows older. */
function standsFor(
  known: DocumentFence | undefined,
  { present, row }: { readonly present: DocumentFence | undefined; readonly row: DocumentRecord | undefined },
): DocumentFence | undefined {
  if (known === undefined || known.deleted) return known;
  if (row?.state === 'deleted') return { version: Math.max(row.version, known.version), hash: '', deleted: true };
  return row === undefined ? present && known : known;
}

async function orWhereGone<T>(asked: Promise<T>, nothing: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, 'COLLECTION.NOT_FOUND')) return nothing;
    throw error;
  }
}
