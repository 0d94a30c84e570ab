import { documentId } from '@tributary/kernel/ids';
import {
  documentRecordKey,
  physicalName,
  type CollectionRecord,
  type DocumentMatch,
  type DocumentRecord,
  type Engine,
} from '@tributary/engines-port';
import { gathered, inBatches } from '../batching/in-batches.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { compareDocument } from './compare-document.js';
import type { FoundDrift } from './found-drift.js';

const BATCH = 500;

/** What a comparison stands on. */
export type CompareCollaborators = Pick<Collaborators, 'catalog' | 'engines'>;

/** Every difference between the catalog's rows of a collection and the generation that answers for it, in both directions. What looks different is
 *  read once more on both sides, so that documents written meanwhile are not taken for drift. Holds the documents' ids and numbers in memory, not their texts. */
export async function compareCollection(
  collaborators: CompareCollaborators,
  record: CollectionRecord,
  signal: AbortSignal,
): Promise<readonly FoundDrift[]> {
  const engine = collaborators.engines.get(record.engine);
  const name = physicalName(record.name, record.generation);
  const present = await engine.getCollection(name, { signal });
  if (present === undefined) return [missingCollection(record)];
  const matches = new Map((await engine.findDocuments(name, {}, { signal })).map((match) => [match.docId, match]));
  const counted = [...matches.values()].reduce((sum, { points }) => sum + points, 0);
  const { there } = (await engine.recount?.(name, { mend: false, signal })) ?? {};
  // Where rows of points are missing below their documents, every document is looked at.
  const all = there !== undefined && there.points !== counted ? [...matches.values()].map(({ key }) => key) : [];
  const suspects = await suspectRows(collaborators, { record, engine, name, matches, signal });
  // What is left in the map has points and no row.
  for (const { key } of matches.values()) suspects.push(key);
  const drifts: FoundDrift[] = [];
  for (const batch of inBatches([...new Set([...suspects, ...all])], BATCH))
    drifts.push(...(await lookAgain(collaborators, { record, engine, name, keys: batch, signal })));
  return drifts;
}

interface Comparison {
  readonly record: CollectionRecord;
  readonly engine: Engine;
  /** Physical. */
  readonly name: string;
  readonly signal: AbortSignal;
}

/** Takes the documents with a row out of the map. @returns the keys of rows that do not fit */
async function suspectRows(
  { catalog }: CompareCollaborators,
  { record, engine, name, matches, signal }: Comparison & { readonly matches: Map<string, DocumentMatch> },
): Promise<string[]> {
  const suspects: string[] = [];
  for await (const rows of gathered(catalog.documents.list({ collection: record.name }), BATCH)) {
    signal.throwIfAborted();
    const fences = await engine.fences(
      name,
      rows.map(({ doc_id }) => doc_id),
      { signal },
    );
    rows.forEach((row, i) => {
      const match = matches.get(row.doc_id);
      matches.delete(row.doc_id);
      const fence = fences[i];
      const document = fence && { docId: row.doc_id, key: row.key, fence, points: match?.fitting ?? 0 };
      if (compareDocument({ collection: record, row, document, total: row.chunks }) !== undefined) suspects.push(row.key);
    });
  }
  return suspects;
}

/** The engine first, then the catalog: a write that ends in between makes its row younger, which is no drift. */
async function lookAgain(
  { catalog }: CompareCollaborators,
  { record, engine, name, keys, signal }: Comparison & { readonly keys: readonly string[] },
): Promise<readonly FoundDrift[]> {
  const rowKeys = keys.map((key) => documentRecordKey(record.name, key));
  const ids = (await catalog.documents.getMany(rowKeys)).map((row, i) => row?.doc_id ?? documentId(record.name, keys[i] ?? ''));
  const fences = await engine.fences(name, ids, { signal });
  const points = await Promise.all(ids.map((docId) => engine.read(name, { docId }, { signal })));
  const rows = await catalog.documents.getMany(rowKeys);
  return keys.flatMap((key, i) => {
    const fence = fences[i];
    const stored = points[i] ?? [];
    const document = fence && { docId: ids[i] ?? '', key, fence, points: stored.length };
    const row: DocumentRecord | undefined = rows[i];
    return compareDocument({ collection: record, row, document, total: stored[0]?.payload.total_chunks }) ?? [];
  });
}

function missingCollection(record: CollectionRecord): FoundDrift {
  const detail = `The catalog lists it and the engine ${record.engine} does not have it: it is made again, and what can be read again fills it.`;
  return { drift: { kind: 'missing-collection', collection: record.name, detail }, repair: 'create', collection: record };
}
