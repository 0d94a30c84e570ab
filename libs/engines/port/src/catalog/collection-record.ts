import { Card } from '@tributary/contracts';
import { z } from 'zod';

/** What the catalog knows of a collection: where it lives, which generation answers, which are being built. */
export const CollectionRecord = z.object({
  v: z.literal(1).default(1),
  name: z.string(),
  engine: z.string().describe('Configured name of the engine.'),
  card: Card,
  generation: z.number().int().positive().describe('The generation that answers.'),
  building: z.array(z.number().int().positive()).default([]).describe('Generations that receive every write and do not answer yet.'),
  epoch: z.number().int().nonnegative().default(0).describe('Counts removals; a job of an older epoch is skipped.'),
  adopted: z
    .string()
    .min(1)
    .optional()
    .describe('The engine’s own name of a collection that Tributary did not make: read under that name, never written or dropped by generation.'),
  removed: z.boolean().default(false),
});
export type CollectionRecord = z.infer<typeof CollectionRecord>;

/** The engine’s name of a generation. */
export function physicalName(collection: string, generation: number): string {
  return `${collection}__g${generation.toString()}`;
}

/** The engine's name of what answers for a collection. */
export function answeringName({ name, generation, adopted }: CollectionRecord): string {
  return adopted ?? physicalName(name, generation);
}

/** Physical names that take writes: the one that answers and those being built. */
export function writableNames(record: CollectionRecord): readonly string[] {
  return [record.generation, ...record.building].map((generation) => physicalName(record.name, generation));
}
