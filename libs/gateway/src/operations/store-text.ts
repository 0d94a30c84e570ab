import type { CallContext, DocumentInput, StoreAnswer, StoreInput } from '@tributary/contracts';
import { documentRecordKey, foreignPointId } from '@tributary/engines-port';
import { encodeDocumentKey, formatDocumentUri, permanent } from '@tributary/kernel';
import { chunkOriginalId, documentId, md5Uuid, sha256Hex } from '@tributary/kernel/ids';
import { ownedDocument, writerOf } from '../access/rights.js';
import { refusalCategory } from './refusal-category.js';
import type { GatewayCollaborators } from './use-cases.js';
import { waitSearchable } from './wait-searchable.js';

/** Remembers a text: accepted durably, then waited for until it is searchable. */
export async function storeText(
  collaborators: GatewayCollaborators,
  input: StoreInput,
  { principal, signal }: CallContext,
): Promise<StoreAnswer> {
  const { text, collection, title, tags, metadata } = input;
  const id = input.id ?? idOfText(text, principal.user_id);
  const document: DocumentInput = {
    v: 1,
    collection,
    id,
    content: text,
    type: 'memory',
    ...(title === undefined ? {} : { title }),
    ...(tags === undefined ? {} : { tags }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  const writer = writerOf(principal);
  const [outcome] = await collaborators.acceptDocuments.run([ownedDocument(principal, document)], { writer, needsText: true });
  if (outcome?.version === undefined || outcome.token === undefined) {
    const { code = 'DOCUMENT.REFUSED', message = 'The text was not accepted.' } = outcome?.error ?? {};
    throw permanent(code, message, { category: refusalCategory(code) });
  }
  const key = encodeDocumentKey(id);
  const awaited = { collection, key, version: outcome.version };
  const searchable = await waitSearchable(collaborators, [awaited], signal);
  const { catalog } = collaborators;
  const [record, bound] = await Promise.all([
    catalog.documents.get(documentRecordKey(collection, key)),
    catalog.collections.get(collection),
  ]);
  return {
    uri: formatDocumentUri({ collection, key }),
    id: documentId(collection, key),
    point_id: bound?.adopted === undefined ? md5Uuid(chunkOriginalId({ collection, key, chunk: 0 })) : foreignPointId(id),
    collection,
    version: outcome.version,
    chunks: record?.chunks ?? 0,
    searchable,
    token: outcome.token,
  };
}

/** The same text of the same user is the same document; two users may store the same text and each has his own. */
function idOfText(text: string, user: string | undefined): string {
  return sha256Hex(user === undefined ? text : `${user}\n${text}`);
}
