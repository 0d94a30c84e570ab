import type { Schemas } from '@qdrant/js-client-rest';
import type { Card } from '@tributary/contracts';
import type { QdrantSettings } from '../connection/settings.js';
import { own, SPARSE, STATIC } from '../points/layout.js';
import type { VectorLayout } from '../points/point-codec.js';

/** Key of the collection metadata under which the card stands. */
export const METADATA_KEY = 'tributary';
/** Beside it: the installation that made the collection. */
export const OWNER_KEY = 'tributary_owner';

type Index = Schemas['PayloadSchemaParams'] | Schemas['PayloadSchemaType'];

const LOOKUP: Index = { type: 'integer', lookup: true, range: false };

/** Fields that are indexed before the first point comes: a graph built without them filters badly. */
export const INDEXES: Readonly<Record<string, Index>> = {
  [own('kind')]: 'keyword',
  [own('terms')]: LOOKUP,
  [own('words')]: 'keyword',
  [own('length')]: LOOKUP,
  doc_id: 'keyword',
  chunk_index: 'integer',
  source: 'keyword',
  path: 'keyword',
  type: 'keyword',
  lang: 'keyword',
  repo: 'keyword',
  user_id: 'keyword',
  acl: 'keyword',
  tags: 'keyword',
  modified_at: 'datetime',
};

/** How the vectors of a collection with this card are laid out. */
export function layoutOf({ model, vectors }: Card, common: { readonly model: string; readonly dimension: number }): VectorLayout {
  const isCommon = model.name === common.model && model.dimension === common.dimension;
  return { dense: vectors.dense, dimension: model.dimension, commonDimension: common.dimension, keepsCommonApart: !isCommon };
}

/** The request that makes a collection. */
export function schemaOf(
  card: Card,
  { layout, settings, owner }: { readonly layout: VectorLayout; readonly settings: QdrantSettings; readonly owner: string },
): Schemas['CreateCollection'] {
  const { shardNumber, replicationFactor, writeConsistencyFactor } = settings;
  return {
    vectors: {
      [layout.dense]: { size: layout.dimension, distance: 'Cosine' },
      // Never searched, only fetched: no graph. By its dot product, which keeps the vectors as they are.
      ...(layout.keepsCommonApart
        ? // oxlint-disable-next-line typescript/no-deprecated -- servers from before `memory` know this one, and newer ones both
          { [STATIC]: { size: layout.commonDimension, distance: 'Dot', on_disk: true, hnsw_config: { m: 0 } } }
        : {}),
    },
    sparse_vectors: { [SPARSE]: {} },
    ...(shardNumber === undefined ? {} : { shard_number: shardNumber }),
    ...(replicationFactor === undefined ? {} : { replication_factor: replicationFactor }),
    ...(writeConsistencyFactor === undefined ? {} : { write_consistency_factor: writeConsistencyFactor }),
    metadata: { [METADATA_KEY]: card, [OWNER_KEY]: owner },
  };
}
