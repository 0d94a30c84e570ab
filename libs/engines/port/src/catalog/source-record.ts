import { CollectionName, LastSync, SourceKind, SourceState } from '@tributary/contracts';
import { z } from 'zod';

/** A registered source in the catalog, under its id. */
export const SourceRecord = z.object({
  v: z.literal(1).default(1),
  id: z.string(),
  kind: SourceKind,
  name: z.string().describe('First part of the keys of its documents.'),
  location: z.string().describe('Real path, or canonical URL.'),
  link: z.string().optional().describe('The link by which it was given last, and which is not followed; left out: none.'),
  route: z
    .object({ code: CollectionName, docs: CollectionName })
    .describe('The collection of each document type; both the same when one was named.'),
  settings: z.record(z.string(), z.json()).optional().describe('What was chosen for this source, by the names of its kind.'),
  user_id: z.string().optional().describe('Whose it is alone, with all its documents.'),
  registered_by: z
    .string()
    .optional()
    .describe(
      '`user:<id>`, or the subject of a token: who registered it without the scope admin. Left out: the owner, or an earlier version.',
    ),
  mask_secrets: z.boolean().optional().describe('Whether secrets in its documents are masked; left out: as configured.'),
  ignore: z.array(z.string()).optional().describe('Patterns of files to leave out beside those of ignore files.'),
  settled_ignore: z
    .array(z.string())
    .optional()
    .describe('Those patterns at the last sync that has been through everything and held nothing back; left out: nobody noted them.'),
  submodules: z
    .array(z.object({ name: z.string(), path: z.string() }))
    .optional()
    .describe('Of a project: those of its repository, whose files carry their name.'),
  watch: z.boolean().optional().describe('Whether somebody wants it watched.'),
  state: SourceState,
  reason: z.string().optional(),
  unconfirmed: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Documents the last sync would have deleted, and which wait for a yes; absent: none.'),
  skipped: z.record(z.string(), z.number().int()).default({}),
  examples: LastSync.shape.examples.default({}).describe('Of what is counted under skipped, also of what was left out when it was read.'),
  last_sync: LastSync.optional(),
  last_synced_at: z.string().optional(),
  requested: z.number().int().nonnegative().default(0).describe('How often somebody added it, each time asking for a sync.'),
  synced: z.number().int().nonnegative().default(0).describe('The last of those requests whose sync has been through everything.'),
  compared_from: z
    .number()
    .int()
    .optional()
    .describe('When the last sync that has been through everything began, in milliseconds since the epoch.'),
  lost: z
    .array(z.object({ at: z.number().int(), documents: z.number().int() }))
    .optional()
    .describe('How many documents fewer its syncs of the last hour left, and when: what goes in small pieces is judged as one.'),
  holds: z.boolean().optional().describe('Whether its last sync held deletions back: until that is settled, none of `lost` is too old.'),
  revision: z.number().int().nonnegative().default(0).describe('Of its reader, at the last sync that has been through everything.'),
  created_at: z.string(),
});
export type SourceRecord = z.infer<typeof SourceRecord>;
