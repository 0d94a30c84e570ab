import { z } from 'zod';
import { SourceFolder } from '../sources/source-folder.js';
import { CardModel } from './card-model.js';

const place = (what: string) => z.string().min(1).optional().describe(`Payload path of ${what}; dots lead into objects.`);

/** Where the points of a collection that Tributary did not make keep what ours keep in fixed fields. */
export const CardFields = z.object({
  text: z.string().min(1).describe('Payload path of the text, or `$document` for the document of a Chroma record.'),
  title: place('the title'),
  source: place('the source or file name'),
  path: place('the path'),
  metadata: z.string().default('').describe('Payload path of the maker’s own fields; empty for the payload itself.'),
  document: place('what tells which document a point is a passage of'),
  chunk_index: place('the number of the passage in its document'),
  start_line: place('the first line of the passage'),
  end_line: place('the last line of the passage'),
  user_id: place('the owner'),
  acl: place('the readers'),
  tags: place('the tags'),
  created_at: place('the date of creation'),
  modified_at: place('the date of the last change'),
});
export type CardFields = z.infer<typeof CardFields>;

/** What a collection says of itself. */
export const Card = z.object({
  v: z.literal(1).default(1),
  description: z.string().default('').describe('What the collection holds, in a sentence.'),
  description_generated: z.boolean().default(false).describe('True when nobody wrote the description and it was made from the content.'),
  model: CardModel,
  vectors: z
    .object({ dense: z.string(), sparse: z.string().optional(), trigram: z.string().optional() })
    .default({ dense: 'dense', sparse: 'sparse', trigram: 'trigram' }),
  fields: CardFields.optional().describe('Only on cards of collections that Tributary did not make.'),
  payload_layout: z.string().default('tributary').describe('Where text, title and metadata stand in a point.'),
  chunker: z.string().default('').describe('`<name>@<version>` of the chunker that made the chunks.'),
  analyser: z.string().default('').describe('`<name>@<version>` of the text analysis behind the keyword lane.'),
  created_at: z.iso.datetime(),
});
export type Card = z.infer<typeof Card>;

/** The body of `POST /api/collections/:name/describe`. */
export const CollectionDescription = z.union([
  z.strictObject({
    description: z.string().max(2000).describe('What the collection holds, in a sentence; empty takes the description away.'),
  }),
  z.strictObject({ from_documents: z.literal(true).describe('Let the description be made from the documents that everybody may read.') }),
]);
export type CollectionDescription = z.infer<typeof CollectionDescription>;

export const Readiness = z.enum(['ready', 'indexing', 'stale', 'failed']);

/** One row of `list_collections` and `GET /api/collections`. */
export const CollectionSummary = z.object({
  name: z.string().describe('Its name, or `<engine>/*` for those of an engine that could not be listed.'),
  engine: z.string(),
  description: z.string(),
  description_generated: z.boolean(),
  description_by: z
    .literal('another_user')
    .optional()
    .describe('Set where neither the caller nor the owner or an admin described it: assistants are not told unasked what it says.'),
  model: z.object({ name: z.string(), dimension: z.number().int() }),
  documents: z.number().int().nonnegative(),
  chunks: z.number().int().nonnegative(),
  counted: z
    .enum(['earlier', 'not_yet'])
    .optional()
    .describe(
      'Set where what the caller may see is not counted as it is now: `documents` and `chunks` are those of an earlier count, or 0, which then says nothing.',
    ),
  without_vector: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Passages that only words find, since the model refused their text; `tributary reembed <name> --missing` tries again.'),
  failed: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Documents whose latest version failed; left out: none, or the number would tell of documents of others.'),
  status: Readiness,
  status_reason: z.string().optional(),
  created_at: z.string(),
  folders: z.array(SourceFolder).optional().describe('Where its files lie, ten at most; left out: none that the caller may know of.'),
  foreign: z
    .enum(['adopted', 'found'])
    .optional()
    .describe('Set on collections that another program made: bound with a card, or merely found on an engine.'),
});
export type CollectionSummary = z.infer<typeof CollectionSummary>;
