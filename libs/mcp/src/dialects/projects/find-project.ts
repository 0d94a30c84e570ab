import { realpath } from 'node:fs/promises';
import type { ProjectSummary } from '@tributary/contracts';
import { permanent, someOf } from '@tributary/kernel';
import { z } from 'zod';
import type { ToolCall } from '../../tools/tool.js';
import type { ProjectSession } from './project-session.js';

const MOST_ROOTS = 20;

/** Names another project than the session’s. */
export const ProjectRootArgument = z
  .string()
  .max(4096)
  .optional()
  .describe('Root of the project, an absolute path; left out: the project of this session.');

interface Wish {
  readonly session: ProjectSession;
  /** What the caller named. */
  readonly named: string | undefined;
}

/** The project a call acts on: the one it names, else the session’s, else the only active one.
 *  @throws `PROJECT.NONE_ACTIVE`, `PROJECT.AMBIGUOUS`, `PROJECT.UNKNOWN` */
export async function findProject({ session, named }: Wish, { operations, context }: ToolCall): Promise<ProjectSummary> {
  const projects = await operations.listProjects(context);
  if (named !== undefined && named !== '') return await byRoot(projects, named);
  if (session.current !== undefined) return await byRoot(projects, session.current);
  const active = session.id === undefined ? projects.filter((project) => project.active) : [];
  const [first, second] = active;
  if (first === undefined) {
    throw permanent('PROJECT.NONE_ACTIVE', 'No project is active: activate one first, or pass project_root.', { category: 'conflict' });
  }
  if (second === undefined) return first;
  throw permanent('PROJECT.AMBIGUOUS', `Several projects are active (${rootsOf(active)}): pass project_root.`, { category: 'conflict' });
}

async function byRoot(projects: readonly ProjectSummary[], named: string): Promise<ProjectSummary> {
  const root = withoutEnd(named);
  const project = await atPath(root, (path) => projects.find(({ project_root: known }) => known === path));
  if (project) return project;
  const known = projects.length === 0 ? 'There is none yet.' : `There are: ${rootsOf(projects)}.`;
  throw permanent('PROJECT.UNKNOWN', `${root.slice(0, 300)} is no project: activate it first. ${known}`, { category: 'not_found' });
}

function rootsOf(projects: readonly ProjectSummary[]): string {
  return someOf(
    projects.map(({ project_root: root }) => root),
    MOST_ROOTS,
  );
}

/** What lies at a path as it is written, else where links on the way lead: projects are known by their real places. */
export async function atPath<T>(path: string, find: (path: string) => T | undefined): Promise<T | undefined> {
  return find(path) ?? find(await realpath(path).catch(() => path));
}

/** A root as it is stored, whatever slash a caller ends it with. */
export function withoutEnd(root: string): string {
  return root.length > 1 ? root.replace(/(?<![/\\])[/\\]+$/, '') : root;
}
