import type { RecordStore } from '../records/record-store.js';
import { CollectionRecord, ForgottenCollections, lastGeneration } from './collection-record.js';
import { DriftRecord } from './drift-record.js';
import { DocumentRecord } from './document-record.js';
import { FindingRecord } from './finding-record.js';
import { GapRecord } from './gap-record.js';
import { RecordTable } from './record-table.js';
import { SourceRecord } from './source-record.js';
import { WatchRecord } from './watch-record.js';

/** State of collections whose removal has left nothing. */
const SETTLED = 'removed';
/** Their one record. */
const FORGOTTEN = 'all';

/** What is registered: collections with their cards, sources, documents with their versions. Kept in the records of the primary engine. */
export class Catalog {
  readonly collections: RecordTable<typeof CollectionRecord>;
  /** One record, under the key `all`: see `firstNumbers`. */
  readonly forgotten: RecordTable<typeof ForgottenCollections>;
  readonly sources: RecordTable<typeof SourceRecord>;
  /** Keyed `<collection>/<key>`: see `documentRecordKey`. */
  readonly documents: RecordTable<typeof DocumentRecord>;
  readonly drifts: RecordTable<typeof DriftRecord>;
  readonly watches: RecordTable<typeof WatchRecord>;
  /** Keyed as the documents they are of. */
  readonly findings: RecordTable<typeof FindingRecord>;
  /** Keyed as the documents they are of, and by generation: see `noteGap`. */
  readonly gaps: RecordTable<typeof GapRecord>;

  constructor(store: RecordStore) {
    const recentWeight = ({ card }: CollectionRecord) => COLLECTION_BYTES + 2 * card.description.length;
    const stateOf = ({ removed, settled }: CollectionRecord) => (removed && settled === true ? SETTLED : undefined);
    this.collections = new RecordTable(store, { kind: 'collection', schema: CollectionRecord, keepsUnknown: true, stateOf, recentWeight });
    this.forgotten = new RecordTable(store, { kind: 'forgotten-collections', schema: ForgottenCollections, keepsUnknown: true });
    this.sources = new RecordTable(store, { kind: 'source', schema: SourceRecord, keepsUnknown: true, recentWeight: () => SOURCE_BYTES });
    this.documents = new RecordTable(store, { kind: 'document', schema: DocumentRecord, recentWeight: weightWhileAccepted });
    this.watches = new RecordTable(store, { kind: 'watch', schema: WatchRecord });
    this.drifts = new RecordTable(store, { kind: 'drift', schema: DriftRecord });
    this.findings = new RecordTable(store, { kind: 'finding', schema: FindingRecord });
    this.gaps = new RecordTable(store, { kind: 'gap', schema: GapRecord });
  }
}

/** Every collection but those whose removal is over: the removed ones among them are still being removed, or reserved by a move. */
export function unsettledCollections({ collections }: Pick<Catalog, 'collections'>): Promise<readonly CollectionRecord[]> {
  return collections.all(SETTLED);
}

/** Those whose removal is over and that are not forgotten yet. */
export function settledCollections({ collections }: Pick<Catalog, 'collections'>): AsyncGenerator<CollectionRecord> {
  return collections.list({ state: SETTLED });
}

/** Every collection that is there. */
export async function liveCollections(catalog: Pick<Catalog, 'collections'>): Promise<readonly CollectionRecord[]> {
  return (await unsettledCollections(catalog)).filter(({ removed }) => !removed);
}

/** The numbers with which a collection of a name that the catalog does not know begins. */
export async function firstNumbers({ forgotten }: Pick<Catalog, 'forgotten'>): Promise<Pick<CollectionRecord, 'generation' | 'epoch'>> {
  const { generation = 0, epoch = 0 } = (await forgotten.get(FORGOTTEN)) ?? {};
  return { generation: generation + 1, epoch };
}

/** Forgets a collection of which nothing is left, unless it came back meanwhile. Its numbers are noted first, so that no job and no rest of it is ever one of
 *  a later collection. */
export async function forgetCollection(
  { collections, forgotten }: Pick<Catalog, 'collections' | 'forgotten'>,
  gone: CollectionRecord,
): Promise<void> {
  const last = lastGeneration(gone);
  await forgotten.change(FORGOTTEN, (known) => {
    const { generation = 0, epoch = 0 } = known ?? {};
    if (generation >= last && epoch >= gone.epoch) return { keep: true };
    return { set: { generation: Math.max(generation, last), epoch: Math.max(epoch, gone.epoch) } };
  });
  await collections.deleteWhere([gone.name], ({ removed, epoch, settled }) => removed && settled === true && epoch === gone.epoch);
}

/** The catalog’s key of a document. */
export function documentRecordKey(collection: string, key: string): string {
  return `${collection}/${key}`;
}

/** An accepted row is read twice by whoever indexes it, in one process often the one that wrote it. */
function weightWhileAccepted({ state, pending }: DocumentRecord): number | undefined {
  if (state !== 'accepted' || pending?.vector !== undefined) return undefined;
  const { content = '', ...fields } = pending ?? {};
  return ROW_BYTES + 2 * (content.length + JSON.stringify(fields).length);
}

/** Card, places and numbers of a collection, of which every job asks for its own. */
const COLLECTION_BYTES = 1024;

/** Place, settings and last sync of a source. */
const SOURCE_BYTES = 2048;

/** Keys, hash and numbers of a row. */
const ROW_BYTES = 512;
