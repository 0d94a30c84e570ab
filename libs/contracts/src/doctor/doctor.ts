import { z } from 'zod';

/** In what catalog, engine and disk may differ. */
export const DriftKind = z.enum([
  'orphan-points',
  'missing-points',
  'missing-words',
  'unapplied-delete',
  'wrong-version',
  'wrong-count',
  'wrong-statistics',
  'missing-collection',
  'unlisted-collection',
  'stale-generation',
  'newer-generation',
  'file-gone',
]);
export type DriftKind = z.infer<typeof DriftKind>;

/** One difference between what is registered and what is there. */
export const Drift = z.object({
  kind: DriftKind,
  collection: z.string().describe('The collection, or the engine’s own name of a generation nobody answers from.'),
  id: z.string().optional().describe('The document it is about.'),
  detail: z.string().describe('What is found where, and what a repair does about it.'),
});
export type Drift = z.infer<typeof Drift>;

/** An engine that was not compared. */
export const Uncompared = z.object({
  engine: z.string(),
  collections: z.array(z.string()).describe('Of ours, those that lie there.'),
  reason: z.string(),
});
export type Uncompared = z.infer<typeof Uncompared>;

/** Something this installation stands on. */
export const DoctorCheck = z.object({
  name: z.string(),
  status: z.enum(['ok', 'warning', 'failed']),
  detail: z.string().describe('What was found; where it is not ok, what to do next.'),
});
export type DoctorCheck = z.infer<typeof DoctorCheck>;

export const DoctorInput = z.strictObject({
  repair: z.boolean().default(false).describe('Mend what differs, and compare again.'),
});
export type DoctorInput = z.infer<typeof DoctorInput>;

export const DoctorAnswer = z.object({
  healthy: z.boolean().describe('True when nothing differs (any more) and no check failed.'),
  checks: z.array(DoctorCheck),
  drift: z
    .object({
      found: z.number().int().nonnegative().describe('Differences before a repair.'),
      repaired: z.number().int().nonnegative(),
      remaining: z.number().int().nonnegative(),
      examples: z.array(Drift).describe('Of what was found, at most 200.'),
      left: z.array(Drift).describe('Of what remains after a repair, at most 200.'),
      uncompared: z
        .array(Uncompared)
        .optional()
        .describe(
          'What was not compared: collections on engines that are down or configured no more, or that an engine refuses to show; left out where there is none.',
        ),
    })
    .optional()
    .describe('Left out where nothing could be compared; a failed check says why.'),
});
export type DoctorAnswer = z.infer<typeof DoctorAnswer>;
