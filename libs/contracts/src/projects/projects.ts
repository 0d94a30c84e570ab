import { z } from 'zod';
import { CollectionName } from '../names/names.js';
import { SourceState } from '../sources/source.js';

/** The collections of a project; those of web pages and of memories are made when something is put into them. */
export const ProjectCollections = z.object({
  code: CollectionName,
  docs: CollectionName,
  web: CollectionName,
  memory: CollectionName,
});
export type ProjectCollections = z.infer<typeof ProjectCollections>;

/** A folder that is indexed as a project, and how far it is. */
export const ProjectSummary = z.object({
  name: z.string().describe('What its collections begin with.'),
  project_root: z.string().describe('Real path of the folder.'),
  source_id: z.string(),
  active: z.boolean().describe('True while a session works on it.'),
  sessions: z.number().int().nonnegative(),
  collections: ProjectCollections,
  ignore: z.array(z.string()).optional().describe('Patterns that were given of files to leave out; left out: none.'),
  state: SourceState,
  reason: z.string().optional(),
  documents: z.number().int().nonnegative(),
  pending: z.number().int().nonnegative().describe('Documents accepted and not yet searchable.'),
  failed: z.number().int().nonnegative(),
  skipped: z.record(z.string(), z.number().int()).describe('Files left out by the last sync, by reason.'),
  last_synced_at: z.string().optional(),
});
export type ProjectSummary = z.infer<typeof ProjectSummary>;

const Root = z.string().min(1).max(4096).describe('Path of the project’s folder.');
const Session = z
  .string()
  .min(1)
  .max(128)
  .describe('Who works on it, under a lease of a minute that must be renewed; left out: the caller as a whole, until he deactivates it.');
const Paths = z.array(z.string().min(1).max(4096)).min(1).max(1000);

export const ActivateProjectInput = z.strictObject({
  project_root: Root,
  session: Session.optional(),
  ignore: z.array(z.string().min(1).max(500)).max(500).optional().describe('As of a source: further patterns of files to leave out.'),
  index_only: z.boolean().default(false).describe('True: only index it; nobody works on it for that.'),
  trusted_path: z.boolean().optional().describe('As of a source: the owner himself typed the path; counts only with his token.'),
});
export type ActivateProjectInput = z.infer<typeof ActivateProjectInput>;

export const ProjectActivation = z.object({
  project: ProjectSummary,
  job_id: z.string().describe('Of the sync that brings its index up to date.'),
  token: z.string().describe('For search as `after`.'),
});
export type ProjectActivation = z.infer<typeof ProjectActivation>;

export const DeactivateProjectInput = z.strictObject({ project_root: Root, session: Session.optional() });
export type DeactivateProjectInput = z.infer<typeof DeactivateProjectInput>;

export const RenewProjectInput = z.strictObject({ project_root: Root, session: Session });
export type RenewProjectInput = z.infer<typeof RenewProjectInput>;

export const ReindexProjectInput = z.strictObject({
  project_root: Root,
  paths: Paths.optional().describe('Files and folders, relative to the root or absolute; left out: everything.'),
  wait_ms: z.number().int().min(0).max(600_000).default(0).describe('Wait this long for it to be searchable.'),
});
export type ReindexProjectInput = z.infer<typeof ReindexProjectInput>;

export const ReindexAnswer = z.object({
  job_id: z.string(),
  finished: z.boolean().describe('True when what the numbers say is searchable.'),
  files: z.number().int().nonnegative().describe('Files that are searchable at these paths.'),
  indexed: z.number().int().nonnegative().describe('Chunks of them.'),
  deleted: z.number().int().nonnegative().describe('Chunks of files that were there before and are gone.'),
});
export type ReindexAnswer = z.infer<typeof ReindexAnswer>;

export const PurgeProjectInput = z.strictObject({ project_root: Root, paths: Paths });
export type PurgeProjectInput = z.infer<typeof PurgeProjectInput>;

export const PurgeAnswer = z.object({
  files: z.number().int().nonnegative(),
  deleted: z.number().int().nonnegative().describe('Chunks that went.'),
});
export type PurgeAnswer = z.infer<typeof PurgeAnswer>;
