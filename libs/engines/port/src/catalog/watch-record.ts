import { z } from 'zod';

/** Which process watches a source, under the source's id: a lease. */
export const WatchRecord = z.object({
  v: z.literal(1).default(1),
  source_id: z.string(),
  holder: z.string().describe('Names the process.'),
  until: z.number().int().describe('Milliseconds since the epoch; another process may take it afterwards.'),
  method: z.enum(['native', 'chokidar', 'polling', 'none']).describe('`none` while the watch begins, or where nothing is to be seen.'),
  note: z.string().optional(),
});
export type WatchRecord = z.infer<typeof WatchRecord>;
