import type { DocumentFence } from '@tributary/engines-port';
import { isSameFence, type ListedDocument, type MigrationSource, type WantedDocument } from './migration-source.js';
import type { Generation } from './read-points.js';

const DOCUMENTS = 128;
const POINTS = 1000;
/** Where vectors are made anew, which takes longer than all else. */
const POINTS_EMBEDDED = 128;
/** Documents written at the same time. */
const WRITES = 8;

interface PassProgress {
  readonly done: number;
  readonly total: number;
  /** Id of the last document looked at. */
  readonly after: string;
  /** Documents written or deleted in the target by this batch. */
  readonly changed: number;
}

/** Passages of a document that stay without a vector. */
interface Gap {
  readonly key: string;
  readonly version: number;
  readonly passages: number;
}

interface Pass {
  readonly source: MigrationSource;
  readonly target: Generation;
  /** True where the source makes vectors: batches are smaller, so that a kill costs little. */
  readonly embeds?: boolean;
  /** Documents up to this id are left alone. */
  readonly after?: string;
  readonly signal: AbortSignal;
  /** Called before the document is written. */
  readonly noteGap: (gap: Gap) => Promise<void>;
  readonly onBatch: (progress: PassProgress) => Promise<void>;
}

interface Difference extends ListedDocument {
  readonly docId: string;
  /** What the target knows. */
  readonly known: DocumentFence | undefined;
  /** What the source knows. */
  readonly fence: DocumentFence | undefined;
}

/** Compares the versions of every document on both sides, in order of id, and brings over what differs: newer documents, tombstones, and the
 *  removal of what only the target has. The fences of the target let newer writes that arrive meanwhile win.
 *  @returns how many documents were changed, or could not be read because they changed in the source at that moment */
export async function copyPass({ source, target, after = '', embeds = false, signal, noteGap, onBatch }: Pass): Promise<number> {
  const listed = await listBoth(source, target, signal);
  const ids = [...listed.keys()].sort();
  let done = ids.filter((id) => id <= after).length;
  let open = 0;
  for (const batch of batches(ids.slice(done), listed, embeds ? POINTS_EMBEDDED : POINTS)) {
    signal.throwIfAborted();
    const differing = await differences(batch, { source, target, listed });
    const changed = await bringOver(differing, { source, target, signal, noteGap });
    open += differing.length;
    done += batch.length;
    await onBatch({ done, total: ids.length, after: batch.at(-1) ?? after, changed });
  }
  return open;
}

/** What either side has. */
export async function listBoth(
  source: MigrationSource,
  { engine, name }: Generation,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ListedDocument>> {
  const listed = new Map(await source.list(signal));
  for (const { docId, key, points } of await engine.findDocuments(name, {}, { signal })) {
    if (!listed.has(docId)) listed.set(docId, { key, points });
  }
  return listed;
}

/** Consecutive ids whose documents have about so many points together. */
export function* batches(
  ids: readonly string[],
  listed: ReadonlyMap<string, ListedDocument>,
  mostPoints = POINTS,
): Generator<readonly string[]> {
  let batch: string[] = [];
  let points = 0;
  for (const id of ids) {
    const size = listed.get(id)?.points ?? 0;
    if (batch.length > 0 && (batch.length >= DOCUMENTS || points + size > mostPoints)) {
      yield batch;
      batch = [];
      points = 0;
    }
    batch.push(id);
    points += size;
  }
  if (batch.length > 0) yield batch;
}

async function differences(
  docIds: readonly string[],
  { source, target, listed }: Pick<Pass, 'source' | 'target'> & { readonly listed: ReadonlyMap<string, ListedDocument> },
): Promise<readonly Difference[]> {
  // The target first: whoever writes, writes to the source first, so what the target has by now is in the source by then.
  const known = await target.engine.fences(target.name, docIds);
  const fences = await source.fences(docIds, known);
  return docIds.flatMap((docId, i) => {
    const document = listed.get(docId);
    if (document === undefined || isSameFence(known[i], fences[i])) return [];
    return [{ ...document, docId, known: known[i], fence: fences[i] }];
  });
}

async function bringOver(
  differing: readonly Difference[],
  { source, target: { engine, name }, signal, noteGap }: Pick<Pass, 'source' | 'target' | 'signal' | 'noteGap'>,
): Promise<number> {
  const gone = differing.flatMap(({ docId, key, known, fence }) => {
    const version = fence === undefined ? known?.version : fence.deleted ? fence.version : undefined;
    return version === undefined ? [] : [{ docId, key, version }];
  });
  if (gone.length > 0) await engine.deleteDocuments({ collection: name, documents: gone }, { signal });
  const wanted: WantedDocument[] = differing.flatMap(({ docId, fence }) => (fence?.deleted === false ? [{ docId, fence }] : []));
  const documents = wanted.length === 0 ? [] : await source.read(wanted, signal);
  for (const { key, version, points } of documents) {
    const passages = points.filter(({ vector }) => vector === undefined).length;
    if (passages > 0) await noteGap({ key, version, passages });
  }
  for (let at = 0; at < documents.length; at += WRITES) {
    await Promise.all(
      documents.slice(at, at + WRITES).map((document) => engine.writeDocument({ ...document, collection: name }, { signal })),
    );
  }
  return gone.length + documents.length;
}
