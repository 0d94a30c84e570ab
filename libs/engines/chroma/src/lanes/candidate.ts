import { entryOf, type Candidate, type NominateRequest, type QueryTerm, type TermVector } from '@tributary/engines-port';
import { cosine } from '@tributary/ranking';
import { payloadOf, signalsOf, type StoredRow } from '../reading/stored-row.js';

type Query = Pick<NominateRequest, 'terms' | 'vector' | 'common' | 'withVectors'>;

/** A point with every signal the judge needs. */
export function candidateOf(row: StoredRow, { terms, vector, common, withVectors }: Query): Candidate {
  const payload = payloadOf(row);
  const entry = entryOf(payload);
  const { vector: own, features } = signalsOf(row);
  const [body, title] = occurrences(terms, features.terms);
  return {
    id: row.pointId,
    docId: payload.doc_id,
    docVersion: payload.doc_version,
    chunkIndex: payload.chunk_index,
    totalChunks: payload.total_chunks,
    ...(entry === undefined ? {} : { entry }),
    body,
    title,
    length: features.terms.length,
    payload,
    ...(vector && own ? { similarity: cosine(vector, own) } : {}),
    ...(common ? { commonSimilarity: cosine(common, features.common) } : {}),
    ...(withVectors ? { commonVector: features.common } : {}),
  };
}

function occurrences(terms: readonly QueryTerm[], { ids, body, title }: TermVector): [Uint8Array, Uint8Array] {
  const places = terms.map(({ id }) => ids.indexOf(id));
  return [Uint8Array.from(places, (at) => body[at] ?? 0), Uint8Array.from(places, (at) => title[at] ?? 0)];
}
