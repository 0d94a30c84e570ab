import { z } from 'zod';

/** What a child process of the suite is told to do. */
export const ChildSettings = z.object({
  /** Module that exports `openEngine(settings)`. */
  module: z.string(),
  settings: z.string(),
  collection: z.string(),
  /** replace: writes version after version of one document, says `writing <version>`, then `wrote <version>`. scramble: writes and
   *  deletes documents at random, says `doing <n> <version> <write|delete>`, then `did …`. count: adds 1 to a shared record `times` times by compare-and-set, says `done`. */
  role: z.enum(['replace', 'scramble', 'count']),
  seed: z.number().default(1),
  times: z.number().default(0),
  /** Versions begin above this. */
  from: z.number().default(0),
});
export type ChildSettings = z.input<typeof ChildSettings>;
