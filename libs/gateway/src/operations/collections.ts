import type { CollectionSummary, Principal } from '@tributary/contracts';
import {
  answeringName,
  mayRead,
  readableCollections,
  type Catalog,
  type CollectionRecord,
  type CollectionSources,
  type Engines,
} from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { summariseForeign, summariseUnreadable } from './foreign-collections.js';

/** A list is worth waiting for: the first one of a process loads the client of the engine. */
const LIST_WAIT_MS = 2000;

interface CollectionReaders extends CollectionSources {
  readonly catalog: Catalog;
  readonly engines: Engines;
}

/** Every collection the principal may read, adopted or not, on every engine, by name; engines are asked anew. */
export async function listCollections(readers: CollectionReaders, principal: Principal): Promise<readonly CollectionSummary[]> {
  const { records, unreadable } = await readableCollections(readers, principal, { fresh: true, waitMs: LIST_WAIT_MS });
  const summaries = await Promise.all(records.map((record) => summarise(readers, record)));
  return [...summaries, ...unreadable.map(summariseUnreadable)].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** What is missing and what may not be seen answer alike. @throws `COLLECTION.NOT_FOUND` */
export async function getCollection(readers: CollectionReaders, name: string, principal: Principal): Promise<CollectionSummary> {
  const known = await readers.catalog.collections.get(name);
  const record = known === undefined || known.removed ? await findUnadopted(readers, name, principal) : known;
  if (record === undefined || !mayRead(principal, record)) throw collectionNotFound(name);
  return summarise(readers, record);
}

async function findUnadopted(readers: CollectionReaders, name: string, principal: Principal): Promise<CollectionRecord | undefined> {
  const { records } = await readableCollections(readers, principal, { waitMs: LIST_WAIT_MS });
  return records.find((record) => record.name === name);
}

function collectionNotFound(name: string) {
  return permanent(
    'COLLECTION.NOT_FOUND',
    `There is no collection ${name}: list_collections (tributary collections) shows the ones there are.`,
    {
      category: 'not_found',
    },
  );
}

async function summarise(readers: CollectionReaders, record: CollectionRecord): Promise<CollectionSummary> {
  if (record.adopted !== undefined) return summariseForeign(readers, record);
  const { catalog, engines } = readers;
  const { name, card } = record;
  const [stored, pending, failed] = await Promise.all([
    countStored(engines, record),
    catalog.documents.count({ collection: name, state: 'accepted' }),
    catalog.documents.count({ collection: name, state: 'failed' }),
  ]);
  return {
    name,
    engine: record.engine,
    description: card.description,
    description_generated: card.description_generated,
    model: { name: card.model.name, dimension: card.model.dimension },
    documents: stored.documents,
    chunks: stored.points,
    created_at: card.created_at,
    ...readiness({ stored: stored.documents, pending, failed, reachable: stored.reachable }),
  };
}

async function countStored(engines: Engines, record: CollectionRecord): Promise<{ documents: number; points: number; reachable: boolean }> {
  try {
    const found = await engines.get(record.engine).getCollection(answeringName(record));
    return { documents: found?.documents ?? 0, points: found?.points ?? 0, reachable: found !== undefined };
  } catch {
    // An engine that is down makes one row of the list unreadable, not the list.
    return { documents: 0, points: 0, reachable: false };
  }
}

function readiness(counts: {
  stored: number;
  pending: number;
  failed: number;
  reachable: boolean;
}): Pick<CollectionSummary, 'status' | 'status_reason'> {
  if (!counts.reachable)
    return { status: 'failed', status_reason: 'The engine does not answer for this collection; `tributary status` shows the engines.' };
  if (counts.pending > 0) {
    const share = Math.floor((100 * counts.stored) / (counts.stored + counts.pending));
    return { status: 'indexing', status_reason: `indexing ${share.toString()} %, ${counts.pending.toString()} documents to go` };
  }
  if (counts.failed > 0)
    return { status: 'ready', status_reason: `${counts.failed.toString()} documents failed; \`tributary jobs --state dead\` says why` };
  return { status: 'ready' };
}
