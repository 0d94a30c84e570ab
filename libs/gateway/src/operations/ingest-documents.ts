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
    return value === undefined ? [] : [value];
  });
}

function ownedOrRefused(
  principal: Principal,
  document: DocumentInput,
): { readonly document: DocumentInput } | { readonly refused: DocumentOutcome } {
  try {
    return { document: ownedDocument(principal, document) };
  } catch (error) {
    const { code, message } = toErrorRecord(error);
    return { refused: { id: document.id, status: 'refused', error: { code, message } } };
  }
}
