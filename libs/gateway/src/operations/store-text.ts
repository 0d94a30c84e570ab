import type { StoreAnswer, StoreInput } from '@tributary/contracts';
import { documentRecordKey } from '@tributary/engines-port';
import { encodeDocumentKey, formatDocumentUri, permanent } from '@tributary/kernel';
import { documentId, sha256Hex } from '@tributary/kernel/ids';
import type { GatewayCollaborators } from './use-cases.js';

/** Longest time a `store` waits for its text to be searchable; after it the text is safe, and the answer says `searchable: false`. */
const INDEX_WAIT_MS = 30_000;

/** Remembers a text: accepted durably, then waited for until it is searchable. */
export async function storeText(collaborators: GatewayCollaborators, input: StoreInput, signal: AbortSignal): Promise<StoreAnswer> {
  const { text, collection, title, tags, metadata } = input;
  const id = input.id ?? sha256Hex(text);
  const [outcome] = await collaborators.acceptDocuments.run([
    {
      v: 1,
      collection,
      id,
      content: text,
      type: 'memory',
      ...(title === undefined ? {} : { title }),
      ...(tags === undefined ? {} : { tags }),
      ...(metadata === undefined ? {} : { metadata }),
    },
  ]);
  if (outcome?.version === undefined || outcome.token === undefined) {
    throw permanent(outcome?.error?.code ?? 'DOCUMENT.REFUSED', outcome?.error?.message ?? 'The text was not accepted.');
  }
  const key = encodeDocumentKey(id);
  const awaited = { collection, key, version: outcome.version };
  const searchable = await collaborators.awaitIndexed.run([awaited], { timeoutMs: INDEX_WAIT_MS, signal });
  const record = await collaborators.catalog.documents.get(documentRecordKey(collection, key));
  return {
    uri: formatDocumentUri({ collection, key }),
    id: documentId(collection, key),
    collection,
    version: outcome.version,
    chunks: record?.chunks ?? 0,
    searchable,
    token: outcome.token,
  };
}
