import { z } from 'zod';
import { Principal } from '../access/principal.js';
import { miswrittenAccess, refusedFields } from '../documents/unknown-fields.js';
import { Tags } from '../documents/tags.js';
import { CollectionName, DocumentType, DocumentVersion, IsoDate } from '../names/names.js';
import { passageFields } from '../points/payload.js';
import { SearchAnswer } from '../search/answer.js';
import { SearchRequest } from '../search/request.js';
import { DOCUMENT_RETRY, defineQueue, defineRequest } from './define-queue.js';
import { acceptedKey } from './accepted-key.js';
import { epoch } from './epoch.js';
import { readLocalQueue, readWebQueue, syncLocalQueue, syncSourceQueue, syncWebQueue } from './source-queues.js';
import { trace } from './trace.js';

export const searchQueue = defineRequest({
  name: 'search',
  data: z.object({ request: SearchRequest, principal: Principal, trace }),
  result: SearchAnswer,
});

export const embedQueryQueue = defineRequest({
  name: 'embed-query',
  data: z.object({
    model: z.string(),
    revision: z.string().optional().describe('Revision the vectors are compared with; another one is refused with MODEL.MISMATCH.'),
    texts: z.array(z.string()).min(1).max(16),
    kind: z.enum(['query', 'document']).default('query').describe('Queries and passages may get different prefixes.'),
    trace,
  }),
  result: z.object({
    vectors: z.array(z.array(z.number())),
    revision: z.string().optional().describe('Revision the vectors are made by; left out where the model does not tell.'),
  }),
});

const Vector = z.array(z.number()).min(1).max(65_536);
const PointId = z.string().min(1).max(2048);

/** Of one document; what is beyond says no place. */
export const MOST_SECTIONS = 10_000;
const LONGEST_SECTION = 512;

/** Where a page, slide, chapter or the like begins in a text. */
export const TextSection = z.object({
  line: z.number().int().positive().describe('Line of the text it begins on, from 1.'),
  page: z.number().int().positive().optional().describe('Page or slide, from 1.'),
  section: z.string().max(LONGEST_SECTION).optional().describe('Sheet, chapter or message.'),
  moment: IsoDate.optional().describe('When it was written, as a mail of a mailbox says: both dates of its passages.'),
});
export type TextSection = z.infer<typeof TextSection>;

/** A place of an extracted document: pages and slides by their numbers, all else by its name. */
export function textSection({ kind, number, label, line, moment }: SectionOfDocument): TextSection {
  const place = kind === 'page' || kind === 'slide' ? { page: number } : { section: label.slice(0, LONGEST_SECTION) };
  return { line, ...place, ...(moment === undefined ? {} : { moment }) };
}

/** When a passage was written, where its section says that itself: its two dates are that moment then, and others have those of the document. */
export function momentOfPassage({ created_at, modified_at }: DatesOfPassage): string | undefined {
  return created_at === modified_at ? created_at : undefined;
}

interface DatesOfPassage {
  readonly created_at?: string | undefined;
  readonly modified_at?: string | undefined;
}

interface SectionOfDocument {
  readonly kind: string;
  readonly number: number;
  readonly label: string;
  readonly line: number;
  readonly moment?: string;
}

/** One document as any producer may hand it in. Public: its JSON is documented and stays readable. */
export const IngestDocument = z.object({
  v: z.literal(1).default(1),
  collection: CollectionName,
  id: z.string().min(1).max(2048).describe('The producer’s own id of the document; the same id replaces it.'),
  version: DocumentVersion.optional().describe('Greater wins, in any order of arrival; left out: the moment of acceptance.'),
  content: z.string().optional().describe('The text; left out only for a document whose source is read by the worker.'),
  title: z.string().max(2000).optional(),
  path: z.string().max(4096).optional(),
  type: DocumentType.optional(),
  lang: z.string().max(64).optional(),
  repo: z.string().max(512).optional(),
  module: z.string().max(512).optional(),
  tags: Tags.optional(),
  user_id: z.string().max(256).optional(),
  acl: z.array(z.string().max(256)).max(1024).optional(),
  created_at: IsoDate.optional(),
  modified_at: IsoDate.optional(),
  metadata: z.record(z.string(), z.json()).optional(),
  sections: z
    .array(TextSection)
    .max(MOST_SECTIONS)
    .optional()
    .describe('Where pages, chapters and the like begin in the text, in order: each passage says on which it stands.'),
  vector: Vector.optional().describe(
    'Of the whole text, by the collection’s own model: the text is kept as one passage, and may be empty.',
  ),
  point_id: PointId.optional().describe(
    'Of the first passage, a UUID; left out: made of collection and id. An adopted collection takes no other than that of the id.',
  ),
});
export type IngestDocument = z.infer<typeof IngestDocument>;

/** Unknown fields are left out, since versions differ; those that say who may read a document are not, which would show it to everybody. */
function accessLeftOut(payload: unknown): string | undefined {
  const miswritten = typeof payload === 'object' && payload !== null ? miswrittenAccess(Object.keys(payload)) : [];
  return miswritten.length === 0 ? undefined : refusedFields(miswritten, Object.keys(IngestDocument.shape));
}

/** What can be told of a document that is none: its producer may have its names right and something else wrong. */
const Named = z.object({ collection: z.string(), id: z.union([z.string(), z.number()]) }).partial();
const LONGEST_NAME = 256;

function namedDocument(payload: unknown): string | undefined {
  const { collection, id } = Named.safeParse(payload).data ?? {};
  if (collection === undefined && id === undefined) return undefined;
  return [collection, id].map((name) => (name === undefined ? '?' : String(name).slice(0, LONGEST_NAME))).join('/');
}

const IngestJob = IngestDocument.extend({
  source_id: z.string().optional().describe('The registered source the document came from.'),
  epoch,
  trace,
});

/** What carries a document stands for the same document alone: of two texts of one version the greater hash wins, whichever waits. */
function documentKey({ trace: _, ...job }: z.output<typeof IngestJob>): string | undefined {
  if (job.version === undefined) return undefined;
  return job.content === undefined && job.vector === undefined ? acceptedKey(job) : JSON.stringify(job);
}

export const ingestDocumentQueue = defineQueue({
  name: 'ingest-document',
  data: IngestJob,
  result: z.object({ chunks: z.number().int().nonnegative(), version: DocumentVersion }),
  retry: DOCUMENT_RETRY,
  dedupKey: documentKey,
  outageKey: ({ collection }) => collection,
  label: ({ collection, id }) => `${collection}/${id}`,
  labelOfBroken: namedDocument,
  refusal: accessLeftOut,
});

/** A passage on its way to the embedder. */
export const ChunkToEmbed = z.object({
  n: z.number().int().nonnegative(),
  content: z.string(),
  heading: z.string().default('').describe('Title path that is embedded in front of the content.'),
  ...passageFields,
  moment: IsoDate.optional().describe('When it was written, where that is another moment than that of its document.'),
  hash: z.string(),
  vector: Vector.optional().describe('By the collection’s own model; left out: it is embedded.'),
});
export type ChunkToEmbed = z.infer<typeof ChunkToEmbed>;

/** What the chunks of one document version have in common. */
export const DocumentHeader = z.object({
  collection: CollectionName,
  key: z.string().describe('Document key as stored (encoded).'),
  doc_id: z.string(),
  version: DocumentVersion,
  hash: z.string().describe('SHA-256 of the text together with the fields that are stored.'),
  cut: z
    .string()
    .optional()
    .describe(
      'SHA-256 of the passages and of how they lie in parts, where there are several: parts of another cut are none of this document.',
    ),
  read_by: z.number().int().nonnegative().optional().describe('Revision of the reader that read its file, where it has one.'),
  epoch: z.number().int().nonnegative(),
  source: z.string(),
  title: z.string(),
  type: DocumentType,
  path: z.string().optional(),
  lang: z.string().optional(),
  repo: z.string().optional(),
  module: z.string().optional(),
  tags: z.array(z.string()).optional(),
  user_id: z.string().optional(),
  acl: z.array(z.string()).optional(),
  created_at: z.string().optional(),
  modified_at: z.string().optional(),
  metadata: z.record(z.string(), z.json()).optional(),
  point_id: PointId.optional().describe('Of the first passage; left out: made of collection and key.'),
  notes: z.array(z.string()).optional().describe('What its taking apart has to say of it: `cut by lines: no grammar for sql`.'),
  vectors_from: z
    .string()
    .optional()
    .describe('Document of the same collection that may hold the same passages: the file it was before it moved.'),
});
export type DocumentHeader = z.infer<typeof DocumentHeader>;

export const embedChunksQueue = defineQueue({
  name: 'embed-chunks',
  data: z.object({
    document: DocumentHeader,
    chunks: z.array(ChunkToEmbed).max(256),
    total_chunks: z.number().int().nonnegative(),
    part: z.object({ index: z.number().int().nonnegative(), count: z.number().int().positive() }).default({ index: 0, count: 1 }),
    trace,
  }),
  result: z.object({ embedded: z.number().int().nonnegative(), reused: z.number().int().nonnegative() }),
  retry: DOCUMENT_RETRY,
  dedupKey: ({ document: { collection, key, version, hash, cut, epoch: life }, part }) =>
    [collection, key, version, hash, ...(cut === undefined ? [] : [cut]), part.index, life].join(':'),
  outageKey: ({ document }) => document.collection,
  label: ({ document }) => `${document.collection}/${document.key}`,
});

const Maintenance = z.discriminatedUnion('task', [
  z.object({ task: z.literal('purge-collection'), collection: CollectionName, trace }),
  z.object({ task: z.literal('purge-source'), source_id: z.string(), keep_documents: z.boolean().default(false), trace }),
  z.object({ task: z.literal('sweep'), trace }),
  z.object({ task: z.literal('recount'), collection: CollectionName, trace }),
  z.object({ task: z.literal('migrate'), collection: CollectionName.describe('The collection that is filled.'), trace }),
  z.object({
    task: z.literal('index-adopted'),
    collection: CollectionName,
    if_due: z.boolean().default(false).describe('Only where it shows that it changed, or was read through long ago.'),
    trace,
  }),
]);

export const maintenanceQueue = defineQueue({
  name: 'maintenance',
  data: Maintenance,
  result: z.object({ affected: z.number().int().nonnegative() }),
  dedupKey: taskKey,
  exclusiveKey,
  label: (data) => ('collection' in data ? `${data.collection}/${data.task}` : data.task),
});

/** Two readings of one collection do not run beside each other, whatever the reason for each. */
function exclusiveKey(task: z.output<typeof Maintenance>): string {
  return taskKey(task.task === 'index-adopted' ? { ...task, if_due: false } : task);
}

/** Who asked for it makes no other task of it. */
function taskKey({ trace: _, ...task }: z.output<typeof Maintenance>): string {
  return JSON.stringify(task);
}

export const allQueues = [
  searchQueue,
  embedQueryQueue,
  syncSourceQueue,
  syncLocalQueue,
  syncWebQueue,
  ingestDocumentQueue,
  readLocalQueue,
  readWebQueue,
  embedChunksQueue,
  maintenanceQueue,
] as const;
