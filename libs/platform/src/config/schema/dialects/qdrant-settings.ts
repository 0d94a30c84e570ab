import { z } from 'zod';
import { EntryName } from '../entry-name.js';
import { setting } from '../setting.js';

const ToolDescription = z.string().min(1).max(20_000);

/** The tools of mcp-server-qdrant. */
export const QdrantDialectSettings = z.strictObject({
  collection: setting(z.string().min(1).max(257).optional(), {
    description: 'Collection that is meant where a call names none (COLLECTION_NAME).',
    defaultText: 'none: a call must name one',
    example: 'memories',
  }),
  findMode: setting(z.enum(['minimal', 'full']).default('minimal'), {
    description: 'How qdrant-find answers where a call does not say: a line a hit without its text, or whole entries (QDRANT_FIND_MODE).',
  }),
  limit: setting(z.number().int().min(1).max(100).default(10), {
    description: 'Hits of qdrant-find where a call does not say (QDRANT_SEARCH_LIMIT).',
    unit: 'hits',
  }),
  multiCollectionLimitMultiplier: setting(z.number().int().min(1).max(100).default(3), {
    description:
      'Several collections together answer at most limit × the smaller of their number and this (QDRANT_MULTI_COLLECTION_LIMIT_MULTIPLIER).',
  }),
  priorityStrategy: setting(z.enum(['natural', 'soft', 'medium', 'hard']).default('natural'), {
    description:
      'How much preferred collections are moved up: natural ×1 (off), soft 1.1, medium 1.25, hard 1.5 a place (QDRANT_PRIORITY_STRATEGY).',
  }),
  collectionPriorityOrder: setting(z.array(z.string().min(1)).max(100).optional(), {
    description: 'The preferred collections, the most preferred one first (QDRANT_COLLECTION_PRIORITY_ORDER).',
    defaultText: 'the order in which a call names its collections',
    example: '["handbook", "wiki"]',
  }),
  rerankerTopK: setting(z.number().int().min(1).max(100).default(8), {
    description: 'Hits of a call with rerank at most (RERANKER_TOP_K).',
    unit: 'hits',
  }),
  readOnly: setting(z.boolean().default(false), { description: 'Leaves qdrant-store and qdrant-delete out (QDRANT_READ_ONLY).' }),
  allowArbitraryFilter: setting(z.boolean().default(true), {
    description: 'Offers query_filter (QDRANT_ALLOW_ARBITRARY_FILTER).',
  }),
  storeDescription: setting(ToolDescription.optional(), {
    description: 'What assistants are told of qdrant-store (TOOL_STORE_DESCRIPTION).',
    defaultText: 'that of mcp-server-qdrant',
  }),
  findDescription: setting(ToolDescription.optional(), {
    description: 'What assistants are told of qdrant-find (TOOL_FIND_DESCRIPTION).',
    defaultText: 'that of mcp-server-qdrant',
  }),
  model: setting(EntryName.optional(), {
    description: 'Configured model of the collections that qdrant-store makes (EMBEDDING_MODEL).',
    defaultText: 'the default model',
    example: 'all-minilm-l6-v2',
  }),
  vectorName: setting(z.string().min(1).max(128).optional(), {
    description: 'Name of the dense vector in the collections that qdrant-store makes (EMBEDDING_PROVIDER=fastembed: fast-<model>).',
    defaultText: 'dense',
    example: 'fast-all-minilm-l6-v2',
  }),
});
