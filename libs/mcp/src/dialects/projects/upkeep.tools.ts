import { someOf } from '@tributary/kernel';
import { z } from 'zod';
import { SYNCS } from '../../tools/sync-annotations.js';
import { defineDialectTool, type Tool, type ToolCall } from '../../tools/tool.js';
import { structuredResult } from '../structured-result.js';
import { ProjectRootArgument, findProject } from './find-project.js';
import type { ProjectSession } from './project-session.js';

/** Clients give up after a minute. */
const WAIT_MS = 45_000;

const Paths = z
  .array(z.string().min(1).max(4096))
  .min(1, 'An empty list names nothing: give files or folders.')
  .max(1000)
  .describe('Files and folders, relative to the project’s root or absolute.');

const Reindexed = z.object({
  status: z.enum(['indexed', 'indexing']),
  indexed: z.number().int().describe('Chunks that are searchable at these paths.'),
  deleted: z.number().int().describe('Chunks that went with their files.'),
  files: z.number().int(),
  message: z.string().optional(),
});
type Reindexed = z.infer<typeof Reindexed>;

const Purged = z.object({ deleted: z.number().int().describe('Chunks.'), files: z.number().int(), message: z.string().optional() });

/** Names and texts of a tool that has files read again; `paths` says whether it takes them. */
interface ReindexTool {
  readonly name: string;
  readonly description: string;
  readonly paths: 'none' | 'optional' | 'required';
}

/** `index_all`, `reindex` and `force_reindex`. */
export function reindexTool(session: ProjectSession, { name, description, paths }: ReindexTool): Tool {
  const common = { project_root: ProjectRootArgument };
  const Input = {
    none: z.strictObject(common),
    optional: z.strictObject({ paths: Paths.optional(), ...common }),
    required: z.strictObject({ paths: Paths, ...common }),
  }[paths];
  return defineDialectTool({
    name,
    title: 'Index again',
    description,
    annotations: SYNCS,
    input: Input,
    output: Reindexed,
    run: async (input: { readonly paths?: string[] | undefined; readonly project_root?: string | undefined }, call) => {
      const { project_root } = await findProject({ session, named: input.project_root }, call);
      return reindex({ project_root, paths: input.paths }, call);
    },
    toResult: structuredResult,
  });
}

/** Has files read again and waits for it as long as a client does. */
export async function reindex(
  { project_root, paths }: { readonly project_root: string; readonly paths?: string[] | undefined },
  { operations, context }: ToolCall,
): Promise<Reindexed> {
  const input = { project_root, wait_ms: WAIT_MS, ...(paths === undefined ? {} : { paths }) };
  const { finished, files, indexed, deleted } = await operations.reindexProject(input, context);
  if (finished) return { status: 'indexed', indexed, deleted, files, ...(files + deleted === 0 && paths ? nothingAt(paths) : {}) };
  return { status: 'indexing', indexed, deleted, files, message: 'It goes on in the background; status shows how far it is.' };
}

/** A path may be mistyped, and a file may be one that is left out. */
function nothingAt(paths: readonly string[]): { readonly message: string } {
  return {
    message: `Nothing is indexed at ${someOf(paths.map((path) => path.slice(0, 300)))}: give paths as results of a search have them.`,
  };
}

export function purgeTool(session: ProjectSession): Tool {
  return defineDialectTool({
    name: 'purge',
    title: 'Take files out of the index',
    description:
      'Remove files or whole folders from the index of the project. The files themselves stay as they are; each comes back when it changes, or with reindex.',
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
    input: z.strictObject({ paths: Paths, project_root: ProjectRootArgument }),
    output: Purged,
    run: async ({ paths, project_root: named }, call): Promise<z.infer<typeof Purged>> => {
      const { project_root } = await findProject({ session, named }, call);
      const { deleted, files } = await call.operations.purgeProject({ project_root, paths }, call.context);
      return { deleted, files, ...(files === 0 ? nothingAt(paths) : {}) };
    },
    toResult: structuredResult,
  });
}
