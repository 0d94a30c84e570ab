import { z } from 'zod';

/** The embedding model a collection was made with. */
export const CardModel = z.object({
  name: z.string().min(1).describe('Configured name of the model, such as `static`.'),
  revision: z.string().optional().describe('Changes whenever the same text would get another vector.'),
  dimension: z.number().int().positive(),
  distance: z.enum(['cosine', 'dot', 'euclid']).default('cosine'),
  query_prefix: z.string().default(''),
  document_prefix: z.string().default(''),
});
export type CardModel = z.infer<typeof CardModel>;

/** The name of the model on the card of a collection whose vectors no configured model makes. */
export const UNKNOWN_MODEL = 'unknown';

/** What tells the vectors of two models apart. */
type VectorMaker = Pick<CardModel, 'dimension' | 'revision'>;

/** Whether two cards name one model. Its prefixes belong to how texts are prepared, not to what is stored. */
export function isSameModel(a: CardModel, b: CardModel): boolean {
  return a.name === b.name && a.revision === b.revision && a.dimension === b.dimension && a.distance === b.distance;
}

/** Whether the vectors of two revisions of a model may be compared; a revision that is not told counts as the same. */
export function makesSameVectors(a: VectorMaker, b: VectorMaker): boolean {
  return a.dimension === b.dimension && (a.revision === undefined || b.revision === undefined || a.revision === b.revision);
}
