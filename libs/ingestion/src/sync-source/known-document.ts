import type { DocumentRecord } from '@tributary/engines-port';

/** What a sync compares a file with. */
export type KnownDocument = Pick<
  DocumentRecord,
  'collection' | 'key' | 'source' | 'doc_id' | 'version' | 'hash' | 'state' | 'file' | 'unmet_at' | 'read_by' | 'error'
>;
