import { z } from 'zod';
import { CollectionName } from '../names/names.js';

const Reference = z
  .string()
  .min(1)
  .max(257)
  .regex(/^[^/]+(\/[^/]+)?$/, 'Write a name, or `<engine>/<name>`.');

/** What to move, and where to. */
export const MigrateInput = z.strictObject({
  from: Reference.describe('A collection: its name, or `<engine>/<name>`.'),
  to: Reference.optional().describe(
    'An engine, `<engine>/<name>`, or a new name; left out only with `back` and `cancel`. A new name makes a copy beside the collection: both are searched, and what fills the old one goes on filling that alone.',
  ),
  keep_days: z
    .number()
    .int()
    .min(1)
    .max(30)
    .default(7)
    .describe('How long what answered before is kept after the move, so that it can be undone.'),
  back: z.boolean().default(false).describe('Undo the last move of this collection.'),
  cancel: z.boolean().default(false).describe('End a move that has not switched over and drop what it copied.'),
});
export type MigrateInput = z.infer<typeof MigrateInput>;

/** What to embed again, and by which model. */
export const ReembedInput = z
  .strictObject({
    collection: CollectionName,
    model: z.string().min(1).max(256).optional().describe('A configured model; left out: the one of the collection, as it is now.'),
    missing: z.boolean().default(false).describe('Only passages without a vector; every other keeps its own.'),
    keep_days: MigrateInput.shape.keep_days,
    back: z.boolean().default(false).describe('Let the vectors answer again that answered before.'),
    cancel: z.boolean().default(false).describe('End a re-embedding that has not switched over.'),
  })
  .refine(({ model, missing, back, cancel }) => [model !== undefined || missing, back, cancel].filter(Boolean).length <= 1, {
    message: '`back` and `cancel` stand alone.',
  });
export type ReembedInput = z.infer<typeof ReembedInput>;

/** What a comparison of two collections found. */
export const ParityReport = z.object({
  documents: z.number().int().describe('Documents compared.'),
  points: z.number().int().describe('Points compared.'),
  missing: z.number().int().describe('Points the target lacks.'),
  extra: z.number().int().describe('Points only the target has.'),
  changed: z.number().int().describe('Points whose ids or payload differ.'),
  vectors: z.number().int().describe('Vectors compared.'),
  vectors_off: z.number().int().describe('Vectors that differ by more than 1e-6 in an element.'),
  vectors_normalised: z.number().int().describe('Vectors that are equal at unit length only: the target keeps directions, not lengths.'),
  largest_difference: z.number().describe('The largest difference of an element among vectors that count as equal.'),
  without_vector: z.number().int().default(0).describe('Points the target keeps without a vector: the model refused their text.'),
  queries: z.number().int().describe('Stored vectors that both were asked for their nearest ten.'),
  overlap: z.number().describe('Share of the nearest ten that both gave.'),
  differences: z.array(z.string()).describe('The first twenty differences, in words.'),
});
export type ParityReport = z.infer<typeof ParityReport>;

export const MigrationState = z.enum(['running', 'done', 'failed', 'cancelled']);

/** A move of a collection as people see it. */
export const MigrationSummary = z.object({
  collection: CollectionName.describe('The collection that is filled.'),
  from: z.string().describe('`<engine>/<name>`.'),
  to: z.string().describe('`<engine>/<name>`.'),
  state: MigrationState,
  phase: z.enum(['preparing', 'copying', 'comparing', 'switching', 'done']),
  documents: z.object({ done: z.number().int(), total: z.number().int().optional() }).describe('Documents looked at in this phase.'),
  copied: z.number().int().describe('Documents written to the target so far.'),
  model: z.string().optional().describe('The model that makes the vectors anew; left out where they are copied.'),
  passes: z.number().int().describe('How often source and target were compared in both directions.'),
  parity: ParityReport.optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  kept_until: z.string().optional().describe('Until then the move can be undone.'),
  note: z.string().optional().describe('What is otherwise than before, once it is done.'),
  started_at: z.string(),
  finished_at: z.string().optional(),
});
export type MigrationSummary = z.infer<typeof MigrationSummary>;

/** The name of what is moved or embedded anew. It differs from `collection` where a copy is made under another name. */
export function sourceName({ from }: Pick<MigrationSummary, 'from'>): string {
  return from.slice(from.indexOf('/') + 1);
}
