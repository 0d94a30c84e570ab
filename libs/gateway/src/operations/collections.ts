import { isOneOfMany, registrantOf, type CollectionSummary, type MigrationSummary, type Principal } from '@tributary/contracts';
import {
  countGaps,
  readableCollections,
  type Catalog,
  type CollectionRecord,
  type CollectionSources,
  type Engines,
} from '@tributary/engines-port';
import { seesOperatorDetails } from '../access/rights.js';
import { ENGINES_WAIT_MS, findRecord } from './find-record.js';
import { summariseForeign, summariseUnreadable } from './foreign-collections.js';
import { tellMove } from './tell-move.js';
import type { UseCases } from './use-cases.js';
import type { CollectionCounts, VisibleCounts } from './visible-counts.js';

const UNCOUNTED: Readonly<Record<'earlier' | 'not_yet', string>> = {
  earlier: 'the numbers are of an earlier count of what you may see in it: ask again for those of now',
  not_yet: 'what you may see in it is still being counted: ask again for the numbers',
};

const uncountable = (code: string): string =>
  `the numbers could not be counted (${code}): that took long, and is tried again after a while`;

interface CollectionReaders extends CollectionSources {
  readonly catalog: Catalog;
  readonly engines: Engines;
  readonly counts: Pick<CollectionCounts, 'of'>;
  readonly migration: Pick<UseCases['migration'], 'underWay'>;
}

/** Every collection the principal may read, adopted or not, on every engine, by name; engines are asked anew. */
export async function listCollections(readers: CollectionReaders, principal: Principal): Promise<readonly CollectionSummary[]> {
  const { records, unreadable } = await readableCollections(readers, principal, { fresh: true, waitMs: ENGINES_WAIT_MS });
  const [summaries, moves] = await Promise.all([
    Promise.all(records.map((record) => summarise(readers, record, principal))),
    movesSeenBy(principal, readers),
  ]);
  const told = summaries.map((summary) => tellMove(summary, moves));
  const seesReasons = seesOperatorDetails(principal);
  return [...told, ...unreadable.map((one) => summariseUnreadable(one, { seesReasons }))].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** What is missing and what may not be seen answer alike. @throws `COLLECTION.NOT_FOUND` */
export async function getCollection(readers: CollectionReaders, name: string, principal: Principal): Promise<CollectionSummary> {
  const record = await findRecord(readers, name, principal);
  const [summary, moves] = await Promise.all([summarise(readers, record, principal), movesSeenBy(principal, readers)]);
  return tellMove(summary, moves);
}

/** How many documents a move has copied would tell of those of others. */
async function movesSeenBy(principal: Principal, { migration }: CollectionReaders): Promise<readonly MigrationSummary[]> {
  return isOneOfMany(principal) ? [] : migration.underWay();
}

async function summarise(readers: CollectionReaders, record: CollectionRecord, principal: Principal): Promise<CollectionSummary> {
  if (record.adopted !== undefined) return summariseForeign(readers, record, principal);
  const { catalog, counts } = readers;
  const { name, card } = record;
  const isCounted = !isOneOfMany(principal);
  const [stored, pending, failed, gaps] = await Promise.all([
    counts.of(record, principal),
    catalog.documents.count({ collection: name, state: 'accepted' }),
    catalog.documents.count({ collection: name, state: 'failed' }),
    isCounted ? countGaps(catalog, record) : 0,
  ]);
  return {
    name,
    engine: record.engine,
    description: card.description,
    description_generated: card.description_generated,
    ...descriptionBy(record, principal),
    model: { name: card.model.name, dimension: card.model.dimension },
    documents: stored.documents,
    chunks: stored.points,
    created_at: card.created_at,
    ...(gaps === 0 ? {} : { without_vector: gaps }),
    ...(stored.counted === 'now' ? {} : { counted: stored.counted }),
    ...(isCounted && failed > 0 ? { failed } : {}),
    ...readiness({ stored, pending, failed, isCounted }),
  };
}

/** Says of a description that another user than the caller may have written it. */
function descriptionBy({ described_by: who }: CollectionRecord, principal: Principal): Pick<CollectionSummary, 'description_by'> {
  return who === undefined || who === registrantOf(principal) ? {} : { description_by: 'another_user' };
}

function readiness(counts: {
  stored: VisibleCounts;
  pending: number;
  failed: number;
  /** False where the numbers would tell of documents of others. */
  isCounted: boolean;
}): Pick<CollectionSummary, 'status' | 'status_reason'> {
  if (!counts.stored.reachable)
    return { status: 'failed', status_reason: 'The engine does not answer for this collection; `tributary status` shows the engines.' };
  const { counted, failure } = counts.stored;
  if (counted !== 'now')
    return {
      status: counts.pending > 0 ? 'indexing' : 'ready',
      status_reason: failure === undefined ? UNCOUNTED[counted] : uncountable(failure),
    };
  if (!counts.isCounted) return { status: counts.pending > 0 ? 'indexing' : 'ready' };
  if (counts.pending > 0) {
    const share = Math.floor((100 * counts.stored.documents) / (counts.stored.documents + counts.pending));
    return { status: 'indexing', status_reason: `indexing ${share.toString()} %, ${counts.pending.toString()} documents to go` };
  }
  if (counts.failed > 0)
    return {
      status: 'ready',
      status_reason: `${counts.failed.toString()} ${counts.failed === 1 ? 'document' : 'documents'} failed; \`tributary jobs --state dead\` or \`tributary doctor\` says why`,
    };
  return { status: 'ready' };
}
