import type { DocumentInput, DocumentOutcome, Principal } from '@tributary/contracts';
import { toErrorRecord } from '@tributary/kernel';
import { ownedDocument, writerOf } from '../access/rights.js';
import type { GatewayCollaborators } from './use-cases.js';

/** Accepts what the caller may write, and refuses the rest one by one; the outcomes stand in the order given. */
export async function ingestDocuments(
  { acceptDocuments }: Pick<GatewayCollaborators, 'acceptDocuments'>,
  documents: readonly DocumentInput[],
  principal: Principal,
): Promise<readonly DocumentOutcome[]> {
  const owned = documents.map((document) => ownedOrRefused(principal, document));
  const taken = owned.flatMap((entry) => ('document' in entry ? [entry.document] : []));
  const accepted = (await acceptDocuments.run(taken, { writer: writerOf(principal) }))[Symbol.iterator]();
  return owned.flatMap((entry) => {
    if ('refused' in entry) return [entry.refused];
    const { value } = accepted.next();
    return value === undefined ? [] : [entry.isReaderAdded ? withNote(value) : value];
  });
}

const READER_ADDED = 'acl did not name you: you were added, so that you can still read and change it.';

function withNote(outcome: DocumentOutcome): DocumentOutcome {
  const { status, note } = outcome;
  const isTaken = status === 'accepted' || status === 'unchanged';
  return !isTaken ? outcome : { ...outcome, note: note === undefined ? READER_ADDED : `${note} ${READER_ADDED}` };
}

function ownedOrRefused(
  principal: Principal,
  document: DocumentInput,
): { readonly document: DocumentInput; readonly isReaderAdded: boolean } | { readonly refused: DocumentOutcome } {
  try {
    const owned = ownedDocument(principal, document);
    return { document: owned, isReaderAdded: owned.acl !== document.acl };
  } catch (error) {
    const { code, message } = toErrorRecord(error);
    return { refused: { id: document.id, status: 'refused', error: { code, message } } };
  }
}
