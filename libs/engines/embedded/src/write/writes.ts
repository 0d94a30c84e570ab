import type { DoomedRecord, RecordOutcome, WriteOutcome } from '@tributary/engines-port';
import { deleteRecords, putRecords, type PackedRecord } from '../records/write-records.js';
import { deleteDocuments, type DocumentsToDelete } from './delete-document.js';
import type { PackedDocument } from './packed-document.js';
import { writeDocument } from './write-document.js';
import type { WriteTransaction } from './write-transaction.js';

/** What a write of each name is given: plain data, so that any thread can do it. */
export interface WriteInputs {
  'write-document': PackedDocument;
  'delete-documents': DocumentsToDelete;
  'put-records': readonly PackedRecord[];
  'delete-records': { readonly kind: string; readonly records: readonly DoomedRecord[] };
}

/** What it answers. */
export interface WriteResults {
  'write-document': WriteOutcome;
  'delete-documents': readonly WriteOutcome[];
  'put-records': readonly RecordOutcome[];
  'delete-records': undefined;
}

export type WriteName = keyof WriteInputs;

/** A write as a message. */
export type Write<N extends WriteName = WriteName> = { [K in N]: { readonly name: K; readonly input: WriteInputs[K] } }[N];

const PERFORM: { readonly [N in WriteName]: (transaction: WriteTransaction, input: WriteInputs[N]) => WriteResults[N] } = {
  'write-document': writeDocument,
  'delete-documents': deleteDocuments,
  'put-records': putRecords,
  'delete-records': deleteRecords,
};

/** Does a write within a transaction. */
export function perform<N extends WriteName>(transaction: WriteTransaction, { name, input }: Write<N>): WriteResults[N] {
  return PERFORM[name](transaction, input);
}
