import type { ProjectSummary } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { isAbsolute } from 'node:path';
import type { ToolCall } from '../../tools/tool.js';
import { atPath, withoutEnd } from '../projects/find-project.js';

/** @throws `REQUEST.INVALID` unless it is absolute */
export function requirePath(path: string): string {
  if (isAbsolute(path)) return withoutEnd(path);
  throw permanent('REQUEST.INVALID', `path must be the ABSOLUTE path of the codebase, not '${path.slice(0, 300)}'.`);
}

/** Where a path lies in a codebase. */
export interface CodebasePlace {
  readonly codebase: ProjectSummary;
  /** The way from its root, with `/`; '' for the root itself. */
  readonly folder: string;
}

/** The codebase at a path, or the one around it; undefined where none is indexed. */
export async function findCodebase(path: string, { operations, context }: ToolCall): Promise<CodebasePlace | undefined> {
  const codebases = (await operations.listProjects(context)).toSorted((a, b) => b.project_root.length - a.project_root.length);
  return atPath(path, (place) => {
    const codebase = codebases.find(
      ({ project_root: root }) => place === root || place.startsWith(`${root}/`) || place.startsWith(`${root}\\`),
    );
    return (
      codebase && {
        codebase,
        folder: place
          .slice(codebase.project_root.length + 1)
          .replaceAll('\\', '/')
          .normalize('NFC'),
      }
    );
  });
}

/** @throws `PROJECT.UNKNOWN` */
export async function requireCodebase(path: string, call: ToolCall): Promise<CodebasePlace> {
  const place = await findCodebase(path, call);
  if (place) return place;
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
