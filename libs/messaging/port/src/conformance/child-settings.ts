import { z } from 'zod';

/** What a child process of the suite is told to do. */
export const ChildSettings = z.object({
  /** Module that exports `openQueues(settings)`. */
  module: z.string(),
  settings: z.string(),
  queue: z.string(),
  /** hold: takes jobs, says `started <n>`, never ends them; add: adds jobs without end, says `added <id>`; answer: answers requests with n. */
  role: z.enum(['hold', 'add', 'answer']),
  concurrency: z.number().default(4),
});
export type ChildSettings = z.input<typeof ChildSettings>;
