import type { RecordStore } from '../records/record-store.js';
import { CollectionRecord } from './collection-record.js';
import { DriftRecord } from './drift-record.js';
import { DocumentRecord } from './document-record.js';
import { FindingRecord } from './finding-record.js';
import { GapRecord } from './gap-record.js';
import { RecordTable } from './record-table.js';
import { SourceRecord } from './source-record.js';
import { WatchRecord } from './watch-record.js';

/** What is registered: collections with their cards, sources, documents with their versions. Kept in the records of the primary engine. */
export class Catalog {
  readonly collections: RecordTable<typeof CollectionRecord>;
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
    const recentWeight = () => COLLECTION_BYTES;
    this.collections = new RecordTable(store, { kind: 'collection', schema: CollectionRecord, keepsUnknown: true, recentWeight });
    this.sources = new RecordTable(store, { kind: 'source', schema: SourceRecord, keepsUnknown: true });
    this.documents = new RecordTable(store, { kind: 'document', schema: DocumentRecord, recentWeight: weightWhileAccepted });
    this.watches = new RecordTable(store, { kind: 'watch', schema: WatchRecord });
    this.drifts = new RecordTable(store, { kind: 'drift', schema: DriftRecord });
    this.findings = new RecordTable(store, { kind: 'finding', schema: FindingRecord });
    this.gaps = new RecordTable(store, { kind: 'gap', schema: GapRecord });
  }
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
const COLLECTION_BYTES = 4096;

/** Keys, hash and numbers of a row. */
const ROW_BYTES = 512;
