import { z } from 'zod';
import { CollectionName } from '../names/names.js';

/** What a source is: which reader reads it. */
export const SourceKind = z.enum(['folder', 'file', 'web', 'obsidian', 'bear', 'zim', 'jsonl', 'nextcloud-notes']);
export type SourceKind = z.infer<typeof SourceKind>;

/** Whether the documents of a source of this kind are notes, which go into one collection. */
export function isNotesKind(kind: SourceKind): boolean {
  return NOTES.has(kind);
}

const NOTES: ReadonlySet<SourceKind> = new Set(['obsidian', 'bear', 'zim', 'jsonl', 'nextcloud-notes']);

/** What the notes of a user of a Nextcloud are called unless somebody calls them otherwise. */
export function nextcloudNameOf(userId: string): string {
  return `nextcloud-${userId}`;
}

/** The kind of a source by what it is called: what is no web address is a path. */
export function sourceKindOf(location: string): SourceKind {
  return /^https?:\/\//i.test(location.trim()) ? 'web' : 'folder';
}

export const SourceState = z.enum(['idle', 'syncing', 'paused', 'stale', 'failed']);

/** How a source is watched. */
const SourceWatch = z.object({
  method: z.enum(['native', 'chokidar', 'polling']),
  note: z.string().optional().describe('Why it is not watched by the system’s own events.'),
});

const count = z.number().int().nonnegative();

/** What the last sync of a source did. */
export const LastSync = z.object({
  added: count,
  changed: count,
  deleted: count,
  unchanged: count,
  shared: count
    .optional()
    .describe('Pages it met that another source of the collection keeps: searchable, and counted there. Left out: none.'),
  skipped: z.record(z.string(), count).describe('Files left out, by reason.'),
  examples: z.record(z.string(), z.array(z.string())).describe('The first files left out for each reason, at most 50.'),
  is_part: z.boolean().describe('True where only what had changed was looked at, not everything.'),
  finished_at: z.string(),
});
export type LastSync = z.infer<typeof LastSync>;

/** What a registered source is and how far it is. */
export const SourceSummary = z.object({
  id: z.string(),
  kind: z.enum([...SourceKind.options, 'bulk']),
  name: z.string().describe('First part of the keys of its documents.'),
  location: z.string().describe('Path or URL.'),
  user_id: z.string().optional().describe('Whose it is alone, with all its documents.'),
  registered_by: z
    .string()
    .optional()
    .describe('Who registered it without the scope admin, told to himself and to that scope; left out: the owner, or an earlier version.'),
  collections: z.array(CollectionName),
  ignore: z.array(z.string()).optional().describe('Patterns that were given of files to leave out; left out: none.'),
  watch: z.boolean().optional().describe('Whether it is to be watched; left out: nobody said.'),
  mask_secrets: z.boolean().optional().describe('Left out: as configured.'),
  web: z.record(z.string(), z.json()).optional().describe('Of a web address: which pages, as they were chosen.'),
  state: SourceState,
  reason: z.string().optional().describe('Why it is stale or failed, and what to do.'),
  unconfirmed: z
    .number()
    .int()
    .optional()
    .describe('Documents the last sync would have deleted, and which wait to be confirmed; left out: none.'),
  waits: z.string().optional().describe('What it waits for, and what to do: no live worker reads sources of its kind. Left out: nothing.'),
  documents: z.number().int().nonnegative(),
  chunks: z.number().int().nonnegative().optional().describe('Passages of its documents; only of a web source with few of them.'),
  pending: z.number().int().nonnegative().describe('Documents accepted and not yet searchable.'),
  failed: z.number().int().nonnegative(),
  skipped: z.record(z.string(), z.number().int()).describe('Files left out by the last sync, by reason.'),
  notes: z
    .array(z.string())
    .optional()
    .describe(
      'What was noticed of its documents: secrets that were masked, near duplicates, documents deleted by hand, pages beyond the limit. Left out: nothing.',
    ),
  failures: z
    .array(z.object({ document: z.string(), code: z.string(), message: z.string() }))
    .optional()
    .describe('The first of the failed documents, and why; left out: none.'),
  last_sync: LastSync.optional().describe(
    'Of the very last one. A watch compares everything once as it begins: what the sync before added is `unchanged` by then. Left out before the first sync has ended.',
  ),
  last_synced_at: z.string().optional(),
  watched: SourceWatch.optional().describe('Present while a process watches it: what changes is searchable within a second or two.'),
  created_at: z.string(),
});
export type SourceSummary = z.infer<typeof SourceSummary>;

/** How many pages of a source another one keeps. */
export function sharedPages({ last_sync: last }: Pick<SourceSummary, 'last_sync'>): number {
  return last?.shared ?? 0;
}

/** Which pages a source of the web has, and how often they are looked at. */
export const WebSettings = z.strictObject({
  mode: z
    .enum(['page', 'sitemap', 'crawl'])
    .optional()
    .describe('Left out: crawl where depth or pages is given, sitemap for an address that ends like one, else page.'),
  urls: z.array(z.string().min(1).max(2000)).max(1000).optional().describe('Further pages, of any host. Only with mode page.'),
  depth: z.number().int().min(0).max(20).optional().describe('Links followed from the first page; default 3. Only with mode crawl.'),
  pages: z.number().int().min(1).max(100_000).optional().describe('Most pages read; default 200.'),
  recheck_minutes: z
    .number()
    .int()
    .min(5)
    .max(527_040)
    .optional()
    .describe('Pages are looked at again when so many minutes have gone by; left out: when somebody asks.'),
});
export type WebSettings = z.infer<typeof WebSettings>;

/** Registers a folder, a file or web pages and starts the first sync; the body of `POST /api/sources` and the input of the tool `ingest`. */
export const SourceInput = z.strictObject({
  location: z
    .string()
    .min(1, 'Say what to ingest: a folder, a file or an address.')
    .describe('Absolute path of a folder or file, or a web address; on stdio also ~/… and paths relative to the folder it was started in.'),
  kind: SourceKind.optional().describe(
    'Left out: `web` for a web address, else what is found at the path: a vault, a notebook, a folder, a file. Of `nextcloud-notes` the location is the name of their user.',
  ),
  web: WebSettings.optional().describe('Of a web address: which pages; left out: those chosen before, at first the one page.'),
  collection: CollectionName.optional().describe(
    'Everything goes into this collection; left out: `<folder>-code` and `<folder>-docs` by file type, `<host>-web`, `<name>-notes`.',
  ),
  name: CollectionName.optional().describe(
    'Name of the source, from which collections and addresses are made; left out: the name of the folder.',
  ),
  description: z.string().max(2000).optional().describe('What the collection holds.'),
  ignore: z
    .array(z.string().min(1).max(500))
    .max(500)
    .optional()
    .describe('Further patterns of files to leave out, as in .gitignore; left out: those given before.'),
  mask_secrets: z
    .boolean()
    .optional()
    .describe('False: secrets in its documents are indexed as they stand; refused without the owner’s token. Left out: as configured.'),
  trusted_path: z
    .boolean()
    .optional()
    .describe('The owner himself typed this path, so that it need not lie below the allowed folders; counts only with the owner’s token.'),
  watch: z
    .boolean()
    .optional()
    .describe(
      'Go on to bring in what changes in the folder or file, from now on; false ends that. Pages and notes of a Nextcloud are not watched. Left out: as before, at first not.',
    ),
  wait_ms: z.number().int().min(0).max(600_000).default(0).describe('Wait this long for it to be searchable.'),
});
export type SourceInput = z.infer<typeof SourceInput>;

/** What `ingest` and `POST /api/sources` answer. */
export const IngestAnswer = z.object({
  job_id: z.string(),
  source: SourceSummary,
  finished: z.boolean().describe('True when everything that was found is searchable.'),
  token: z.string().describe('Give it to search as `after`, and the search waits until what is found is searchable.'),
  notes: z
    .array(z.string())
    .optional()
    .describe('Of a new source: which others have its files already. Of a link: that it is one, and which sources it led to before.'),
});
export type IngestAnswer = z.infer<typeof IngestAnswer>;
