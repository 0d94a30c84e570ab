import { MigrationState, MigrationSummary, ParityReport } from '@tributary/contracts';
import { z } from 'zod';

/** A move in the catalog, under the name of the collection it fills: what a restart goes on from. */
export const MigrationRecord = z.object({
  v: z.literal(1).default(1),
  collection: z.string().describe('The collection that is filled.'),
  from: z.object({
    collection: z.string(),
    engine: z.string(),
    generation: z.number().int().positive(),
    adopted: z.string().optional().describe('The engine’s own name of a collection that Tributary did not make.'),
  }),
  to: z.object({
    engine: z.string(),
    generation: z.number().int().positive().optional().describe('Absent until it is chosen.'),
  }),
  back: z.boolean().default(false).describe('The target is the generation that answered before the last move.'),
  embed: z
    .object({ model: z.string().describe('Configured name.'), texts: z.enum(['all', 'missing']) })
    .optional()
    .describe('Vectors are made by this model; absent: they are copied, or made by the model of the target where it is another.'),
  keep_ms: z.number().int().positive(),
  state: MigrationState,
  phase: MigrationSummary.shape.phase,
  after: z.string().optional().describe('Documents up to this id have been copied.'),
  done: z.number().int().default(0),
  total: z.number().int().optional(),
  copied: z.number().int().default(0),
  passes: z.number().int().default(0),
  failures: z.number().int().default(0).describe('Runs in a row that ended with an error and copied nothing.'),
  surprises: z.number().int().default(0).describe('Those of them, in a row, that ended with an error without a code of its own.'),
  parity: ParityReport.optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  kept_until: z.string().optional(),
  started_at: z.string(),
  seen_at: z.string().optional().describe('When a run last noted something: it began, copied or failed.'),
  finished_at: z.string().optional(),
});
export type MigrationRecord = z.infer<typeof MigrationRecord>;

/** What filters on a collection that another program made take, and on its copy do not. */
const NAMES_IN_FILTERS =
  'In filters the fields of its maker are called `metadata.<name>` from now on, or as its card maps them (`title`, `tags`): `<name>` alone, which an adopted collection takes as well, finds nothing. One that stands beside metadata which have another value under its name is called `metadata.payload.<name>`.';

/** What is otherwise than before, once the content of a collection that another program made was moved. */
function noteOf({ collection, from: { collection: old, engine, adopted } }: MigrationRecord): string {
  // Under another name the one it was made of stays beside it.
  if (collection !== old) return NAMES_IN_FILTERS;
  const place = `${engine}/${adopted ?? old}`;
  return `${collection} answers alone now: what its maker stores in ${place} after the move is not in it, and ${place} is searched only where it is named. A move of such a collection is not undone: what is stored into ${collection} from now on is nowhere else. ${NAMES_IN_FILTERS}`;
}

/** What people are shown of a move. */
export function summarise(record: MigrationRecord): MigrationSummary {
  const { collection, from, to, state, phase, done, total, copied, passes, started_at } = record;
  const { parity, error, kept_until, finished_at, embed } = record;
  return {
    collection,
    from: `${from.engine}/${from.collection}`,
    to: `${to.engine}/${collection}`,
    state,
    phase,
    documents: { done, ...(total === undefined ? {} : { total }) },
    copied,
    passes,
    started_at,
    ...(embed === undefined ? {} : { model: embed.model }),
    ...(parity === undefined ? {} : { parity }),
    ...(error === undefined ? {} : { error }),
    ...(kept_until === undefined ? {} : { kept_until }),
    ...(state === 'done' && from.adopted !== undefined ? { note: noteOf(record) } : {}),
    ...(finished_at === undefined ? {} : { finished_at }),
  };
}
