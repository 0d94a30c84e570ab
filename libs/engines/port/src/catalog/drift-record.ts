import { z } from 'zod';

/** An adopted collection that no longer fits its card, under its name. */
export const DriftRecord = z.object({
  v: z.literal(1).default(1),
  name: z.string(),
  reason: z.string().describe('What has changed, and what to do about it.'),
});
export type DriftRecord = z.infer<typeof DriftRecord>;
