import type { Schemas } from '@qdrant/js-client-rest';
import type { Candidate, NominateRequest } from '@tributary/engines-port';
import { z } from 'zod';
import { normOf } from '../points/features.js';
import { STATIC } from '../points/layout.js';
import type { VectorLayout } from '../points/point-codec.js';
import type { Call, PointStore } from '../points/point-store.js';
import type { Nominee } from './nominee.js';

type Query = Pick<NominateRequest, 'terms' | 'vector' | 'common' | 'withVectors'>;
type Scores = ReadonlyMap<string, number>;

/** The judge's signals of nominated chunks, whichever lane nominated them: similarities are asked of the server for just these points. */
export async function withSignals(
  nominees: readonly Nominee[],
  { query, layout, store, ...call }: Call & { readonly query: Query; readonly layout: VectorLayout; readonly store: PointStore },
): Promise<readonly Candidate[]> {
  if (nominees.length === 0) return [];
  const { terms, vector, common, withVectors = false } = query;
  const ids = nominees.map(({ id }) => id);
  const commonName = layout.keepsCommonApart ? STATIC : layout.dense;
  const among = (asked: Float32Array, using: string): Schemas['QueryRequest'] => ({
    query: [...asked],
    using,
    filter: { must: [{ has_id: ids }] },
    params: { exact: true },
    limit: ids.length,
    with_payload: false,
  });
  const [scores, records] = await Promise.all([
    store.queryBatch([...(vector ? [among(vector, layout.dense)] : []), ...(common ? [among(common, commonName)] : [])], call),
    withVectors ? store.retrieve(ids, { ...call, vectors: [commonName] }) : [],
  ]);
  const similarity = vector ? scoresOf(scores[0]) : undefined;
  const commonSimilarity = common ? commonScores(scores.at(-1), { common, layout, nominees }) : undefined;
  const vectors = new Map(records.map((record) => [String(record.id), commonVectorOf(record, commonName)]));
  return nominees.map((nominee) => {
    const { id, docId, docVersion, chunkIndex, totalChunks, entry, length, occurrences } = nominee;
    const found = terms.map((term) => occurrences(term.id));
    const [own, shared, commonVector] = [similarity?.get(id), commonSimilarity?.get(id), vectors.get(id)];
    return {
      id,
      docId,
      docVersion,
      chunkIndex,
      totalChunks,
      ...(entry === undefined ? {} : { entry }),
      body: Uint8Array.from(found, ({ body }) => body),
      title: Uint8Array.from(found, ({ title }) => title),
      length,
      ...(own === undefined ? {} : { similarity: own }),
      ...(shared === undefined ? {} : { commonSimilarity: shared }),
      ...(commonVector ? { commonVector } : {}),
    };
  });
}

function scoresOf(points: readonly Schemas['ScoredPoint'][] | undefined): Scores {
  return new Map(points?.map(({ id, score }) => [String(id), score]));
}

/** Vectors that are kept as they are answer with a dot product: divided by both lengths it is the cosine. */
function commonScores(
  points: readonly Schemas['ScoredPoint'][] | undefined,
  { common, layout, nominees }: { readonly common: Float32Array; readonly layout: VectorLayout; readonly nominees: readonly Nominee[] },
): Scores {
  const scores = scoresOf(points);
  if (!layout.keepsCommonApart) return scores;
  const norm = normOf(common);
  const cosine = (score: number | undefined, length: number) => (score === undefined || length === 0 ? 0 : score / length);
  return new Map(nominees.map(({ id, norm: own }) => [id, cosine(scores.get(id), norm * own)]));
}

const Vectors = z.record(z.string(), z.unknown());
const Dense = z.array(z.number());

function commonVectorOf({ vector }: Schemas['Record'], name: string): Float32Array | undefined {
  const dense = Dense.safeParse(Vectors.parse(vector ?? {})[name]);
  return dense.success ? Float32Array.from(dense.data) : undefined;
}
