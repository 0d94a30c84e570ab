import { MIB } from '@tributary/kernel';
import { z } from 'zod';
import { Filter } from '../filter/filter.js';
import { CollectionName, DocumentType } from '../names/names.js';
import { passageFields } from './payload.js';

const PointId = z
  .string()
  .min(1)
  .max(2048)
  .describe('Id of a point (UUID), or the string id it was made of; of a collection another program made, its maker’s.');

/** Asks for points as they are stored: by id, or all that fit a filter. */
export const PointsInput = z.strictObject({
  collection: z.string().min(1),
  ids: z.array(PointId).min(1).max(1000).optional(),
  filter: Filter.optional(),
  limit: z.number().int().min(1).max(1000).default(100),
  next: z.string().max(2000).optional().describe('From an earlier answer: goes on behind its last point.'),
  past_damage: z.boolean().optional().describe('True: of an embedded store with damaged pages, every point that can still be read.'),
});
export type PointsInput = z.infer<typeof PointsInput>;

/** A stored point, whoever made its collection: what a card maps stands under our names. */
export const PointView = z.object({
  id: z.string(),
  uri: z.string(),
  original_id: z.string().optional(),
  document: z.string().describe('Id of the document it is a passage of.'),
  title: z.string(),
  content: z.string(),
  path: z.string().optional(),
  source: z.string().optional(),
  type: DocumentType.optional(),
  lang: z.string().optional(),
  repo: z.string().optional(),
  module: z.string().optional(),
  user_id: z.string().optional().describe('Whose it is; told to him and to the owner of the machine.'),
  acl: z.array(z.string()).optional().describe('Who may read it; told to whose it is and to the owner of the machine.'),
  restricted: z.literal(true).optional().describe('Present where only some may read it, and the caller is not told who.'),
  chunk_index: z.number().int().nonnegative(),
  total_chunks: z.number().int().positive(),
  line: z.number().int().positive().optional().describe('Line of the document it begins on, from 1.'),
  page: passageFields.page,
  section: passageFields.section,
  tags: z.array(z.string()).optional(),
  created_at: z.string().optional(),
  modified_at: z.string().optional(),
  metadata: z.record(z.string(), z.json()).describe('The caller’s own fields.'),
});
export type PointView = z.infer<typeof PointView>;

export const PointsAnswer = z.object({
  points: z.array(PointView).describe('In the order of the ids asked for; else in one that does not change while points are added.'),
  next: z.string().optional().describe('Present while there are more.'),
});
export type PointsAnswer = z.infer<typeof PointsAnswer>;

/** One point to write: a text to be embedded, or a vector of the collection’s own model. */
export const PointInput = z.strictObject({
  id: z.union([PointId, z.number().int().nonnegative()]).optional().describe('Left out: made from the text, or from the vector.'),
  text: z
    .string()
    .min(1)
    .max(20 * MIB)
    .optional(),
  vector: z.array(z.number()).min(1).max(65_536).optional(),
  payload: z.record(z.string(), z.json()).optional(),
});
export type PointInput = z.infer<typeof PointInput>;

export const UpsertPointsInput = z.strictObject({
  collection: CollectionName,
  points: z.array(PointInput).min(1).max(10_000),
  only_new: z
    .boolean()
    .optional()
    .describe('True: an id under which something else is kept, also if it is not searchable yet, is refused as `DOCUMENT.ID_TAKEN`.'),
});
export type UpsertPointsInput = z.infer<typeof UpsertPointsInput>;

export const UpsertPointsAnswer = z.object({
  ids: z.array(z.string()).describe('Ids of the points, in the order given; of a text of several passages the first.'),
  searchable: z.boolean(),
  token: z.string().describe('For search as `after`.'),
});
export type UpsertPointsAnswer = z.infer<typeof UpsertPointsAnswer>;

export const CreateCollectionInput = z.strictObject({
  name: CollectionName,
  description: z.string().max(2000).default(''),
  engine: z.string().min(1).optional().describe('Left out: as configured for the name, else the primary one.'),
  model: z.string().min(1).optional().describe('Left out: as configured for the name, else the default model.'),
  vector: z
    .strictObject({
      name: z.string().min(1).max(128),
      dimension: z.number().int().min(1).max(65_536).optional(),
      distance: z.enum(['cosine', 'dot', 'euclid']).optional(),
    })
    .optional()
    .describe('Name of the dense vector, and what it must be; refused when the model makes others.'),
});
export type CreateCollectionInput = z.infer<typeof CreateCollectionInput>;

/** What an engine tells of a collection; null where it does not know. */
export const CollectionStatistics = z.object({
  name: z.string(),
  engine: z.string(),
  engine_kind: z.string(),
  status: z.string(),
  points_count: z.number().int().nonnegative().nullable(),
  vector_count: z.number().int().nonnegative().nullable().describe('Points with a dense vector, exact.'),
  indexed_vectors_count: z.number().int().nonnegative().nullable(),
  segments_count: z.number().int().nonnegative().nullable(),
  vector_dimension: z.number().int().positive().nullable(),
  distance: z.enum(['COSINE', 'DOT', 'EUCLID', 'MANHATTAN']).nullable(),
});
export type CollectionStatistics = z.infer<typeof CollectionStatistics>;
