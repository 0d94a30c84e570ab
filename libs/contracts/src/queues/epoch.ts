import { z } from 'zod';

/** The field of every job that writes documents by which a job from before its collection was made anew is told. */
export const epoch = z
  .number()
  .int()
  .nonnegative()
  .optional()
  .describe('Epoch of the collection when the job was made; a job of an older one is skipped.');
