import { z } from 'zod';

/** What a child process of the suite is told to do. */
export const ChildSettings = z.object({
  /** Module that exports `openQueues(settings)`. */
  module: z.string(),
  settings: z.string(),
  queue: z.string(),
  /** hold: takes jobs, says `started <n>`, ends them only when aborted and says `aborted <n>`; add: adds jobs without end, says `added <id>`;
   *  answer: answers requests; mute: takes requests, says `asked <n>`, never answers. */
  role: z.enum(['hold', 'add', 'answer', 'mute']),
  concurrency: z.number().default(4),
});
export type ChildSettings = z.input<typeof ChildSettings>;
