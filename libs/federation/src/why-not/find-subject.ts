import type { Principal } from '@tributary/contracts';
import { documentRecordKey, mayReadDocument, type DocumentRecord, type StoredPoint } from '@tributary/engines-port';
import { formatDocumentUri, hasCode, parseDocumentUri, type DocumentAddress } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import { lookUpCollection } from '../access/find-collection.js';
import { ScopedCollection } from '../access/scoped-collection.js';
import { locateDocument } from '../fetch/locate-document.js';
import { readForeignDocument } from '../fetch/read-document.js';
import { readWrittenAddress } from '../fetch/written-address.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { notSearched, type Finding } from './finding.js';

/** The document that is asked about, as far as the caller may see it. */
export interface Subject {
  readonly collection: ScopedCollection;
  /** Its passages, or the one that is meant; at least one. */
  readonly points: readonly StoredPoint[];
}

interface Asker {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** The same whether it never was, or belongs to somebody else. */
const UNKNOWN: Finding = {
  verdict: 'unknown',
  stage: 'index',
  explanation: [
    'There is no such document among those you may read: it was never stored, its source left it out, its address is another one, or it is not open to you. Search for its words without filters, list the collections, or see at the sources what they leave out and why.',
  ],
  details: {},
};

interface Meant {
  /** As it was written; of a path the address of its document. */
  readonly uri: string;
  /** Undefined where no document has that path. */
  readonly address: DocumentAddress | undefined;
}

/** The document that is meant, also by the path of its file, as `fetch` takes it. @throws `URI.INVALID`, `DOCUMENT.AMBIGUOUS` */
export async function meantBy(uri: string, { principal, signal }: Asker, sources: SearchCollaborators): Promise<Meant> {
  const written = readWrittenAddress(uri);
  if (written.address !== undefined) return { uri, address: parseDocumentUri(uri) };
  try {
    const { address } = await locateDocument(written, { uri, collection: undefined, principal, signal }, sources);
    return { uri: formatDocumentUri(address), address };
  } catch (error) {
    if (hasCode(error, 'DOCUMENT.NOT_FOUND')) return { uri, address: undefined };
    throw error;
  }
}

/** Finds the document, or says why the index has nothing of it. */
export async function findSubject(
  address: DocumentAddress | undefined,
  { principal, signal }: Asker,
  sources: SearchCollaborators,
): Promise<Subject | Finding> {
  if (address === undefined) return UNKNOWN;
  const collection = await lookUpCollection(address.collection, principal, sources);
  if (collection === undefined) return UNKNOWN;
  if (!(collection instanceof ScopedCollection)) return notSearched(collection);
  const { key, chunk } = address;
  const all = await (collection.isForeign
    ? readForeignDocument(collection, key, signal)
    : collection.readChunks(documentId(address.collection, key), { signal }));
  if (all.length === 0) return unindexed(address, principal, sources);
  const points = chunk === undefined ? all : all.filter(({ payload }) => payload.chunk_index === chunk);
  return points.length > 0 ? { collection, points } : noSuchPassage(all.length);
}

/** What the catalog knows of a document without passages, told to those who could read it. */
async function unindexed(
  { collection, key }: DocumentAddress,
  principal: Principal,
  { catalog }: Pick<SearchCollaborators, 'catalog'>,
): Promise<Finding> {
  const row = await catalog.documents.get(documentRecordKey(collection, key));
  return row !== undefined && mayReadDocument(row, principal) ? findingOf(row) : UNKNOWN;
}

function findingOf({ state, error }: DocumentRecord): Finding {
  const details = error ? { reason: error.message, code: error.code } : {};
  const why = error ? [`The reason: ${error.message}`] : [];
  switch (state) {
    case 'accepted':
      return {
        verdict: 'indexing',
        stage: 'index',
        details,
        explanation: ['It was accepted and is still being indexed: search again in a moment.'],
      };
    case 'failed':
      return { verdict: 'failed', stage: 'index', details, explanation: ['It could not be indexed.', ...why] };
    case 'deleted':
      return { verdict: 'deleted', stage: 'index', details, explanation: ['It was deleted.', ...why] };
    case 'indexed':
      return { verdict: 'empty', stage: 'index', details, explanation: ['It was indexed and has no passage: there was no text in it.'] };
  }
}

function noSuchPassage(passages: number): Finding {
  return { ...UNKNOWN, explanation: [`The document has no such passage: its passages are #0 to #${(passages - 1).toString()}.`] };
}
