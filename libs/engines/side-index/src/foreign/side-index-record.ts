import type { Card } from '@tributary/contracts';
import { RecordTable, type RecordStore } from '@tributary/engines-port';
import { sha256Hex } from '@tributary/kernel/ids';
import { z } from 'zod';

/** How far the words of an adopted collection are indexed. */
export const SideIndexState = z.object({
  v: z.literal(1).default(1),
  engine: z.string(),
  collection: z.string().describe('The engine’s own name of it.'),
  state: z.enum(['building', 'complete']),
  made: z.string().describe('By which analysis and from which fields; another value means another index.'),
  pass: z
    .object({ after: z.string().optional(), seen: z.number().int(), total: z.number().int() })
    .optional()
    .describe('The reading that is under way: where it goes on, points seen, points there were when it began.'),
  changed: z.number().int().default(0).describe('Points that the last complete reading found new, changed or vanished.'),
  sign: z.string().optional().describe('What could be seen without reading it through when the last complete reading began.'),
  read_ms: z.number().int().nonnegative().optional().describe('How long that reading took.'),
  completed_at: z.number().int().optional().describe('When the last complete reading ended, in milliseconds since the epoch.'),
});
export type SideIndexState = z.infer<typeof SideIndexState>;

/** A collection is read through again after so many times as long as that took: without a sign of change for a hundredth of the time, with one for a fifth. */
const REST = { unchanged: 99, changed: 4 } as const;
/** The longest that a change without a sign stays unseen, but for the reading itself. */
const LONGEST_MS = 86_400_000;

/** Whether a complete index is to be read for again; `ask` where only a sign of change makes it so. */
export function isDue({ read_ms, sign, completed_at = 0 }: SideIndexState, now: number): boolean | 'ask' {
  if (read_ms === undefined || sign === undefined) return true;
  const age = now - completed_at;
  // A clock that was set back says nothing of how long ago that was.
  if (age < 0 || age >= Math.min(REST.unchanged * read_ms, LONGEST_MS)) return true;
  return age >= REST.changed * read_ms ? 'ask' : false;
}

/** The states by collection, kept in the primary engine. */
export function sideIndexStates(records: RecordStore): RecordTable<typeof SideIndexState> {
  return new RecordTable(records, { kind: 'side-index', schema: SideIndexState });
}

/** The key of a collection’s state. */
export function stateKey(engine: string, collection: string): string {
  return `${engine}/${collection}`;
}

/** Changes when the same points would be indexed otherwise. */
export function madeOf(analyser: string, { fields }: Card): string {
  return sha256Hex(JSON.stringify([analyser, fields?.text, fields?.title])).slice(0, 16);
}

/** Share of the points read, 0 to 100, whole. */
export function percentOf({ seen, total }: NonNullable<SideIndexState['pass']> = { seen: 0, total: 0 }): number {
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * seen) / total));
}
