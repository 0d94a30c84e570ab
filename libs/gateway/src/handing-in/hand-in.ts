import type { CallContext, DocumentOutcome, Operations } from '@tributary/contracts';
import type { ReadLine } from './read-documents.js';

/** Who hands documents in, and where to. */
export interface HandingIn {
  readonly operations: Pick<Operations, 'ingestDocuments'>;
  readonly caller: CallContext;
}

/** One outcome per line, in order: those of the accepted documents filled in where their lines stood. @throws what the operation throws */
export async function handIn(lines: readonly ReadLine[], { operations, caller }: HandingIn): Promise<readonly DocumentOutcome[]> {
  const documents = lines.flatMap((line) => ('document' in line ? [line.document] : []));
  if (documents.length === 0) return lines.flatMap((line) => ('refused' in line ? [line.refused] : []));
  const accepted = (await operations.ingestDocuments(documents, caller))[Symbol.iterator]();
  return lines.flatMap((line) => {
    if ('refused' in line) return [line.refused];
    const { value } = accepted.next();
    return value === undefined ? [] : [placed(value, line)];
  });
}

/** A refusal with its line and collection: several documents may have the same id. */
function placed(outcome: DocumentOutcome, { line, document }: Extract<ReadLine, { document: unknown }>): DocumentOutcome {
  if (outcome.status !== 'refused') return outcome;
  const { id, ...rest } = outcome;
  return { id, collection: document.collection, ...(line === undefined ? {} : { line }), ...rest };
}
