import { DocumentVersion, IngestDocument } from '@tributary/contracts';
import { z } from 'zod';

/** How far a document is. `accepted` is durable and acknowledged; its job is only the wake-up. */
const DocumentState = z.enum(['accepted', 'indexed', 'failed', 'deleted']);

/** Code of the error of a document whose points an engine lost, with its text in them. */
const POINTS_LOST = 'DOCUMENT.POINTS_LOST';

/** A document in the catalog, under the record key `<collection>/<key>`. */
export const DocumentRecord = z.object({
  v: z.literal(1).default(1),
  collection: z.string(),
  key: z.string(),
  doc_id: z.string(),
  version: DocumentVersion,
  hash: z.string().describe('Of the text and stored fields; empty until read.'),
  state: DocumentState,
  source: z.string().default('').describe('Id of the source; empty when it was handed in.'),
  also: z.array(z.string()).optional().describe('Further sources that reach it; it goes with the last of them.'),
  left: z
    .object({ source: z.string(), registered_by: z.string().optional() })
    .optional()
    .describe(
      'The source that was removed and left it, and who had registered that: it takes it back when it is added again. An empty one: some source, not known which.',
    ),
  epoch: z.number().int().nonnegative().default(0),
  chunks: z.number().int().nonnegative().default(0),
  title: z.string().default(''),
  file: z
    .object({
      path: z.string(),
      size: z.number(),
      mtime_ms: z.number(),
      inode: z.number().optional(),
      ctime_ms: z.number().optional(),
      validator: z.string().optional(),
    })
    .optional()
    .describe(
      'Where a source’s document stands, and the hint that it changed: size, times and number, or a validator of the source’s own.',
    ),
  read_by: z
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe('Revision of the reader that read the file of the indexed version; left out: that of its source.'),
  unmet_at: z
    .number()
    .int()
    .optional()
    .describe('Of a deleted document that remembers its file: when a sync of everything first did not find that file.'),
  vectors_from: z.string().optional().describe('Document id the file had before it moved, until this version is indexed.'),
  pending: IngestDocument.optional().describe('What was handed in, kept until it is indexed.'),
  remove_first: z
    .literal(true)
    .optional()
    .describe(
      'In a collection of another program: what was deleted before this version was accepted may still stand there, and goes before it is written.',
    ),
  said: z.array(z.string()).optional().describe('What the reader had to say of what the walk over the source brought, kept as long.'),
  access: z
    .object({
      user_id: z.string().optional(),
      acl: z.array(z.string()).optional(),
      by: z.string().optional().describe('Who shared it with those readers, as sources note who registered them: he may name others.'),
    })
    .optional()
    .describe(
      'Whose a document is that was handed in or comes from a source of one user, and who may read it. What other sources hold belongs to nobody in particular.',
    ),
  notes: z
    .array(z.string())
    .optional()
    .describe('What the taking apart of the indexed version has to say: `cut by lines: no grammar for sql`.'),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      at: z.number().int().optional().describe('When it failed; left out by earlier versions.'),
    })
    .optional(),
  lost: DocumentVersion.optional().describe(
    'The version whose points the engine lost; handed in again, the same one is a new attempt. Also of what was taken back under a version of our own: what its producer calls it.',
  ),
  sequence: z
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe('Catalog sequence: when the oldest accepted version was accepted that is not searchable yet.'),
  accepted_at: z.number().int().describe('Milliseconds since the epoch.'),
  indexed_at: z.number().int().optional(),
});
export type DocumentRecord = z.infer<typeof DocumentRecord>;
/** Where a document stands in the order of what its collection accepted: no token of its write is lower (docs/adr/0023-write-tokens.md). */
export function sequenceOf({ sequence, accepted_at }: DocumentRecord): number {
  return sequence ?? accepted_at;
}

/** Where a document failed because the engine lost its points: the version that was lost. */
export function lostVersion({ state, error, version, lost }: DocumentRecord): number | undefined {
  if (state !== 'failed' || error?.code !== POINTS_LOST) return undefined;
  // Versions before noted it by the one after it.
  return lost ?? version - 1;
}

/** What the producer of a document calls the version that its row stands for: next to it his newer ones are newer, and the same is the same. */
export function givenVersion(row: DocumentRecord): number {
  return lostVersion(row) ?? (row.state === 'deleted' ? row.version : (row.lost ?? row.version));
}

/** The row of a document that was marked as lost and is there. */
export function foundAgain(
  { error: _error, lost, ...row }: DocumentRecord,
  { version, hash, chunks }: Pick<DocumentRecord, 'version' | 'hash' | 'chunks'>,
): DocumentRecord {
  const given = lost !== undefined && lost < version && version === row.version ? { lost } : {};
  return { ...row, ...given, version, hash, chunks, state: 'indexed' };
}

export type DocumentRecordInput = z.input<typeof DocumentRecord>;
