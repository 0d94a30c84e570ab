import type { PriorityStrategy } from '@tributary/contracts';

/** How qdrant-find shows hits: a line each without their text, or whole entries. */
export type FindMode = 'minimal' | 'full';

/** Section `dialects.qdrant` of the configuration. */
export interface QdrantSettings {
  /** Meant where a call names no collection. */
  readonly collection?: string | undefined;
  readonly findMode: FindMode;
  readonly limit: number;
  /** Several collections answer at most limit × the smaller of their number and this. */
  readonly multiCollectionLimitMultiplier: number;
  readonly priorityStrategy: PriorityStrategy;
  /** Left out: the order in which a call names its collections. */
  readonly collectionPriorityOrder?: readonly string[] | undefined;
  readonly rerankerTopK: number;
  readonly readOnly: boolean;
  readonly allowArbitraryFilter: boolean;
  readonly storeDescription?: string | undefined;
  readonly findDescription?: string | undefined;
  /** Of collections that qdrant-store makes; left out: the default one. */
  readonly model?: string | undefined;
  /** Of the dense vector in them; left out: as the product names it. */
  readonly vectorName?: string | undefined;
}

/** What the configuration says where nobody wrote anything. */
export const QDRANT_DEFAULTS: QdrantSettings = {
  findMode: 'minimal',
  limit: 10,
  multiCollectionLimitMultiplier: 3,
  priorityStrategy: 'natural',
  rerankerTopK: 8,
  readOnly: false,
  allowArbitraryFilter: true,
};
