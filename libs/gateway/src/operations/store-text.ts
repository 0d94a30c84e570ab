import type { CallContext, DocumentInput, StoreAnswer, StoreInput } from '@tributary/contracts';
import { documentRecordKey, foreignPointId, mayRead, unlessDown } from '@tributary/engines-port';
import { encodeDocumentKey, formatDocumentUri, permanent } from '@tributary/kernel';
import { chunkOriginalId, documentId, md5Uuid, sha256Hex, type PointPlace } from '@tributary/kernel/ids';
import { ownedDocument, writerOf } from '../access/rights.js';
import { foreignPlace } from './points/foreign-place.js';
import { refusalCategory } from './refusal-category.js';
import type { GatewayCollaborators } from './use-cases.js';
import { waitSearchable } from './wait-searchable.js';

/** Remembers a text: accepted durably, then waited for until it is searchable. */
export async function storeText(collaborators: GatewayCollaborators, input: StoreInput, context: CallContext): Promise<StoreAnswer> {
  const { principal, signal } = context;
  const { text, collection, title, tags, metadata } = input;
  const given: DocumentInput = {
    v: 1,
    collection,
    id: input.id ?? idOfText(text, principal.user_id),
    content: text,
    type: 'memory',
    ...(title === undefined ? {} : { title }),
    ...(tags === undefined ? {} : { tags }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  const owned = ownedDocument(principal, given);
  const place = await placeOf(collaborators, given, context);
  const { document: id, pointId } = place;
  const document = { ...owned, id, ...(place.isDerived ? {} : { point_id: pointId }) };
  const writer = writerOf(principal);
  const [outcome] = await collaborators.acceptDocuments.run([document], { writer, needsText: true });
  if (outcome?.version === undefined || outcome.token === undefined) {
    const { code = 'DOCUMENT.REFUSED', message = 'The text was not accepted.' } = outcome?.error ?? {};
    throw permanent(code, message, { category: refusalCategory(code) });
  }
  const key = encodeDocumentKey(id);
  const awaited = { collection, key, version: outcome.version };
  const searchable = await waitSearchable(collaborators, [awaited], signal);
  const { catalog } = collaborators;
  const row = documentRecordKey(collection, key);
  const [record, finding] = await Promise.all([catalog.documents.get(row), catalog.findings.get(row)]);
  const masked = finding?.version === outcome.version ? finding.secrets : {};
  return {
    uri: formatDocumentUri({ collection, key }),
    id: documentId(collection, key),
    point_id: pointId,
    collection,
    version: outcome.version,
    chunks: record?.chunks ?? 0,
    searchable,
    token: outcome.token,
    ...(Object.keys(masked).length === 0 ? {} : { masked }),
  };
}

/** Where the text goes; `isDerived` where that is found again by its id alone. */
async function placeOf(
  { catalog, readPoints, engines }: GatewayCollaborators,
  { collection, id }: Pick<DocumentInput, 'collection' | 'id'>,
  { principal, signal }: CallContext,
): Promise<PointPlace> {
  const bound = await catalog.collections.get(collection);
  if (bound?.adopted === undefined || bound.removed) {
    return { document: id, pointId: md5Uuid(chunkOriginalId({ collection, key: encodeDocumentKey(id), chunk: 0 })), isDerived: true };
  }
  // Where nobody looks, the place is named and made of the id, also where that is a UUID, so that the text goes where the answer says and into no point that the
  // caller may not read.
  if (!mayRead(principal, bound)) return { document: id, pointId: md5Uuid(id), isDerived: false };
  const find = () => readPoints.find(collection, [id], { principal, signal });
  const present = await unlessDown(engines.get(bound.engine), find);
  const place = foreignPlace(id, present.get(id));
  return { ...place, isDerived: place.pointId === foreignPointId(place.document) };
}

/** The same text of the same user is the same document; two users may store the same text and each has his own. */
function idOfText(text: string, user: string | undefined): string {
  return sha256Hex(user === undefined ? text : `${user}\n${text}`);
}
