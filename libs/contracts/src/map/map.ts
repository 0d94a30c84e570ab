import { z } from 'zod';

/** Asks for the points of a collection on a plane. Numbers may arrive as texts: they stand in a query string. */
export const MapInput = z.strictObject({
  collection: z.string().min(1),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(50_000)
    .default(10_000)
    .describe('Points at most; of a larger collection a part is drawn, in the order of its engine, which says nothing of the content.'),
  components: z
    .stringbool()
    .or(z.boolean())
    .default(false)
    .describe('true: also the first axes of every point beyond the plane, to find neighbours and for other layouts.'),
});
export type MapInput = z.infer<typeof MapInput>;

const Packed = z.string().describe('Numbers in little-endian order, base64.');

/** Points of a collection where the first two principal axes of its vectors put them. What the caller may not see is not in it and had no say in it. */
export const CollectionMap = z.object({
  collection: z.string(),
  version: z.string().describe('Names the projection: two maps of one version can be laid over each other.'),
  model: z.string(),
  dimension: z.number().int().positive(),
  total: z.number().int().nonnegative().describe('Points of the collection that the caller may see.'),
  sampled: z.boolean().describe('True when not all of them are drawn.'),
  ids: z.array(z.string()).describe('Ids of the drawn points; everything else that is per point has their order.'),
  documents: z.array(z.object({ title: z.string(), type: z.string().optional() })).describe('Documents of the drawn points.'),
  document_of: z.array(z.number().int().nonnegative()).describe('Index into `documents`, for each point.'),
  scale: z.array(z.number()).length(2).describe('A coordinate times its scale is the distance along the axis.'),
  coordinates: Packed.describe('Two 16-bit integers for each point, base64.'),
  components: z
    .object({
      axes: z.number().int().positive(),
      scale: z.array(z.number()).describe('One for each axis.'),
      values: Packed.describe('One 8-bit integer for each point and axis, point by point, base64.'),
    })
    .optional(),
  explained: z.array(z.number().min(0).max(1)).describe('Share of the variance along each axis.'),
  projection: z
    .object({
      unit: z.boolean().describe('True: vectors are brought to unit length first.'),
      mean: Packed.describe('32-bit floats, one for each dimension.'),
      axes: Packed.describe('32-bit floats, axis by axis.'),
    })
    .describe('How any other vector of the model gets onto the map: its difference from the mean, times each axis.'),
});
export type CollectionMap = z.infer<typeof CollectionMap>;

/** Asks where a query, and points that are not drawn, lie on a map. */
export const PlaceInput = z.strictObject({
  collection: z.string().min(1),
  query: z.string().trim().min(1).max(20_000).optional(),
  ids: z.array(z.string().min(1).max(2048)).max(300).default([]),
});
export type PlaceInput = z.infer<typeof PlaceInput>;

const Place = z.array(z.number()).describe('Distance along each axis of the map’s components; the first two are the plane.');

export const PlaceAnswer = z.object({
  version: z.string().describe('Of the map this belongs to; another than the one that is shown: read the map again.'),
  query: Place.optional(),
  points: z.array(z.object({ id: z.string(), at: Place })).describe('Those that are there and have a vector.'),
  notes: z.array(z.string()).describe('Why the query has no place.'),
});
export type PlaceAnswer = z.infer<typeof PlaceAnswer>;
