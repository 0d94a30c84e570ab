import type { ProjectSummary } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { isAbsolute } from 'node:path';
import type { ToolCall } from '../../tools/tool.js';
import { withoutEnd } from '../projects/find-project.js';

/** @throws `REQUEST.INVALID` unless it is absolute */
export function requirePath(path: string): string {
  if (isAbsolute(path)) return withoutEnd(path);
  throw permanent('REQUEST.INVALID', `path must be the ABSOLUTE path of the codebase, not '${path.slice(0, 300)}'.`);
}

/** The codebase at a path, or the one around it; undefined where none is indexed. */
export async function findCodebase(path: string, { operations, context }: ToolCall): Promise<ProjectSummary | undefined> {
  const around = (await operations.listProjects(context)).filter(
    ({ project_root: root }) => path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}\\`),
  );
  return around.toSorted((a, b) => b.project_root.length - a.project_root.length)[0];
}

/** @throws `PROJECT.UNKNOWN` */
export async function requireCodebase(path: string, call: ToolCall): Promise<ProjectSummary> {
  const codebase = await findCodebase(path, call);
  if (codebase) return codebase;
  throw permanent('PROJECT.UNKNOWN', `Codebase '${path}' is not indexed. Please index it first using the index_codebase tool.`, {
    category: 'not_found',
  });
}

export function isIndexing({ state, pending }: ProjectSummary): boolean {
  return state === 'syncing' || pending > 0;
}

/** How much of what was found is searchable, in per cent. */
export function progressOf({ documents, pending }: ProjectSummary): string {
  const total = documents + pending;
  return total === 0 ? '0.0' : ((documents / total) * 100).toFixed(1);
}

export function textResult(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}
