import { permanent } from '@tributary/kernel';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { SYNCS } from '../../tools/sync-annotations.js';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { structuredResult } from '../structured-result.js';
import { withoutEnd } from './find-project.js';
import type { ProjectSession } from './project-session.js';

const Input = z.strictObject({ project_root: z.string().max(4096).describe('Folder of the project, an absolute path.') });

const Activated = z.object({
  status: z.literal('activated'),
  collection: z.string().describe('The code; documents, web pages and memories are beside it.'),
  collections: z.array(z.string()),
  project: z.string(),
  project_root: z.string(),
  message: z.string(),
});

const Deactivated = z.object({ status: z.literal('deactivated'), project_root: z.string(), active_sessions: z.number().int() });

/** Makes `activate` under the name the dialect has for it. */
export function activateTool(session: ProjectSession, name: string): Tool {
  return defineDialectTool({
    name,
    title: 'Activate a project',
    description:
      'Begin to work on a project: its folder is indexed, or its index brought up to date, in the background. What .gitignore names is left out. Search works meanwhile.',
    annotations: SYNCS,
    input: Input,
    output: Activated,
    run: async ({ project_root: given }, { operations, context }): Promise<z.infer<typeof Activated>> => {
      const root = requireRoot(given);
      const { project } = await operations.activateProject({ project_root: root, index_only: false, ...sessionOf(session) }, context);
      if (session.id !== undefined) session.begin(project.project_root);
      return {
        status: 'activated',
        collection: project.collections.code,
        collections: Object.values(project.collections),
        project: project.name,
        project_root: project.project_root,
        message: 'Being indexed in the background; search works meanwhile.',
      };
    },
    toResult: structuredResult,
  });
}

/** Makes `deactivate` under the name the dialect has for it. */
export function deactivateTool(session: ProjectSession, name: string): Tool {
  return defineDialectTool({
    name,
    title: 'Deactivate a project',
    description: 'End the work of this session on a project. Its index stays searchable, and other sessions go on.',
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: Input,
    output: Deactivated,
    run: async ({ project_root: given }, { operations, context }): Promise<z.infer<typeof Deactivated>> => {
      const root = requireRoot(given);
      const { project_root, sessions } = await operations.deactivateProject({ project_root: root, ...sessionOf(session) }, context);
      session.end(project_root);
      return { status: 'deactivated', project_root, active_sessions: sessions };
    },
    toResult: structuredResult,
  });
}

/** @throws `PROJECT.ROOT_INVALID` */
function requireRoot(given: string): string {
  if (given.trim() === '')
    throw permanent('PROJECT.ROOT_INVALID', 'project_root is empty: give the absolute path of the project’s folder.');
  if (!isAbsolute(given)) throw permanent('PROJECT.ROOT_INVALID', `project_root must be an absolute path, not ${given.slice(0, 300)}.`);
  return withoutEnd(given);
}

function sessionOf({ id }: ProjectSession): { readonly session?: string } {
  return id === undefined ? {} : { session: id };
}
