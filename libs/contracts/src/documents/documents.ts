import { MIB } from '@tributary/kernel';
import { z } from 'zod';
import { Filter } from '../filter/filter.js';
import { CollectionName, DocumentVersion } from '../names/names.js';
import { TextRange } from '../points/payload.js';
import { IngestDocument } from '../queues/queues.js';
import { Tags } from './tags.js';
import { refusedFields } from './unknown-fields.js';

/** The native tool `store`: remember a text. */
export const StoreInput = z.strictObject({
  text: z
    .string()
    .min(1, 'The text is empty: give what to remember.')
    .max(20 * MIB),
  collection: CollectionName.default('memory').describe('Created when it does not exist.'),
  id: z.string().min(1).max(2048).optional().describe('The same id replaces the earlier text; left out: the SHA-256 of the text.'),
  title: z.string().max(2000).optional(),
  tags: Tags.optional(),
  metadata: z.record(z.string(), z.json()).optional(),
});
export type StoreInput = z.infer<typeof StoreInput>;

export const StoreAnswer = z.object({
  uri: z.string(),
  id: z.string().describe('Id of the document.'),
  point_id: z.string().describe('Id of the point of its first passage.'),
  collection: z.string(),
  version: DocumentVersion,
  chunks: z.number().int().nonnegative(),
  searchable: z.boolean().describe('False only when indexing it took longer than the call may last; it is safe and will be searchable.'),
  token: z.string().describe('Give it to search as `after`, and the search waits until this is searchable.'),
  masked: z
    .record(z.string(), z.number().int().positive())
    .optional()
    .describe('How many secrets are kept masked in their places, by rule; left out where none are, and while it is not searchable.'),
});
export type StoreAnswer = z.infer<typeof StoreAnswer>;

const documentFields = { ...IngestDocument.omit({ point_id: true }).shape, content: z.string().max(20 * MIB) };

/** A document of `POST /api/documents` and of an import file: a bulk job whose fields are all known. One that is misspelled would be lost,
 *  and `userId` in place of `user_id` would show the document to everybody. */
export const DocumentInput = z.strictObject(documentFields, {
  error: (issue) => (issue.code === 'unrecognized_keys' ? refusedFields(issue.keys, Object.keys(documentFields)) : undefined),
});
export type DocumentInput = z.infer<typeof DocumentInput>;

export const DocumentOutcome = z.object({
  id: z.string(),
  collection: z.string().optional(),
  status: z.enum(['accepted', 'unchanged', 'superseded', 'refused']),
  version: DocumentVersion.optional(),
  token: z.string().optional().describe('For search as `after`; present unless it was refused.'),
  line: z.number().int().positive().optional().describe('Of a refused line of `application/x-ndjson`: its number, blank lines counted.'),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  note: z.string().optional().describe('What became of it, where that is another thing than was asked for.'),
});
export type DocumentOutcome = z.infer<typeof DocumentOutcome>;

/** How lines handed in are answered. */
export const LinesQuery = z.strictObject({
  answer: z
    .enum(['each', 'summary'])
    .default('each')
    .describe(
      'Of lines. `each`: a line for every line, as soon as it is known. `summary`: the first 1,000 refused ones, and the sum of all.',
    ),
});
export type LinesQuery = z.infer<typeof LinesQuery>;

/** What a file handed in as it is belongs to; its text, title and dates come from the file. */
export const FileQuery = z.strictObject({
  collection: CollectionName.describe('Of a file, which needs it: the collection it goes to. Lines and JSON say it in each document.'),
  name: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('Of a file: its name, such as `report.pdf`: tells its format where the media type does not.'),
  id: z.string().min(1).max(2048).optional().describe('Of a file: the same id replaces the earlier document; left out: the name.'),
  title: z.string().max(2000).optional().describe('Of a file; left out: as it says itself, else its name.'),
  version: z.coerce.number().pipe(DocumentVersion).optional().describe('Of a file: greater wins; left out: the moment of acceptance.'),
  user_id: z.string().max(256).optional().describe('Of a file: the user it is for. Another than that of the token needs the scope admin.'),
});
export type FileQuery = z.infer<typeof FileQuery>;

const count = z.number().int().nonnegative();

/** Last line of the answer to lines, where a summary was asked for, outcomes were left out, or the server stopped before the end. */
export const LinesSummary = z.object({
  summary: z.object({
    accepted: count,
    unchanged: count,
    superseded: count,
    refused: count,
    omitted: count.describe('Outcomes that have no line of their own, counted here only.'),
  }),
  token: z.string().optional().describe('For search as `after`: stands for everything accepted.'),
  stopped: z
    .object({ code: z.string(), message: z.string(), retry_after_ms: count.optional() })
    .optional()
    .describe('Why the lines after the counted ones were not taken: send them again.'),
});
export type LinesSummary = z.infer<typeof LinesSummary>;

export const FetchInput = z.strictObject({
  uri: z.string().min(1).describe('tributary://<collection>/<document>#<chunk>, or a path: src/a.ts:30-40.'),
  start_line: z.number().int().positive().optional().describe('First line wanted.'),
  start_column: z.number().int().positive().optional().describe('First character wanted of start_line.'),
  end_line: z.number().int().positive().optional().describe('Last line wanted, inclusive.'),
  token_budget: z.number().int().min(50).max(200_000).default(20_000),
});
export type FetchInput = z.infer<typeof FetchInput>;

export const FetchAnswer = z.object({
  uri: z.string(),
  collection: z.string(),
  title: z.string(),
  path: z.string().optional(),
  range: TextRange.optional(),
  version: DocumentVersion,
  chunks: z.number().int().nonnegative().describe('Chunks of the whole document.'),
  content: z.string(),
  truncated: z.boolean().describe('True when the token budget cut the content: it goes on at range.end, one column on.'),
  metadata: z.record(z.string(), z.json()),
});
export type FetchAnswer = z.infer<typeof FetchAnswer>;

export const DeleteInput = z
  .strictObject({
    collection: CollectionName.optional().describe('Needed with a filter and with ids that are not addresses.'),
    ids: z.array(z.string().min(1)).min(1).max(10_000).optional().describe('Addresses (tributary://…) or ids of points or documents.'),
    filter: Filter.optional(),
    dry_run: z.boolean().default(false).describe('Only count.'),
    confirm: z.number().int().positive().optional().describe('Number of chunks that may go, needed above 1,000.'),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Give either ids or a filter.');
export type DeleteInput = z.infer<typeof DeleteInput>;

export const DeleteAnswer = z.object({
  documents: z.number().int().nonnegative(),
  chunks: z.number().int().nonnegative(),
  dry_run: z.boolean(),
  token: z.string().optional().describe('For search as `after`; present unless it was a dry run.'),
  notes: z
    .array(z.string())
    .optional()
    .describe(
      'Which of the named documents are not there, which stay since only some of their passages are of the dates asked for, and which stay out only while what their sources bring is the same.',
    ),
});
export type DeleteAnswer = z.infer<typeof DeleteAnswer>;
