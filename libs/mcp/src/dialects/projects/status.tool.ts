import type { ProjectSummary, StatusAnswer } from '@tributary/contracts';
import { z } from 'zod';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { structuredResult } from '../structured-result.js';

const Part = z.object({ name: z.string(), status: z.string(), detail: z.string().optional() });

const ProjectState = z.object({
  project: z.string(),
  project_root: z.string(),
  active: z.boolean(),
  status: z.string(),
  reason: z.string().optional(),
  collections: z.array(z.string()),
  files: z.number().int(),
  chunks: z.number().int(),
  pending: z.number().int(),
  failed: z.number().int(),
  last_indexed_at: z.string().optional(),
});

const Output = z.object({
  status: z.enum(['ok', 'degraded']),
  projects: z.array(ProjectState),
  stats: z.object({
    projects: z.number().int(),
    active_projects: z.number().int(),
    files: z.number().int(),
    chunks: z.number().int(),
    pending: z.number().int(),
    failed: z.number().int(),
    jobs_waiting: z.number().int(),
    engines: z.array(Part),
    embedders: z.array(Part),
  }),
  message: z.string().optional(),
});
type Output = z.infer<typeof Output>;

/** `status` and `daemon_status`: health, projects, and how far their index is. */
export function projectStatusTool(name: string): Tool {
  return defineDialectTool({
    name,
    title: 'Health and progress',
    description: 'Show whether the index works, which projects there are, which are active, and how far each is indexed.',
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: z.strictObject({}),
    output: Output,
    run: async (_input, { operations, context }): Promise<Output> => {
      const [projects, status] = await Promise.all([operations.listProjects(context), operations.status(context)]);
      return describe(projects, status);
    },
    toResult: structuredResult,
    reductions: [{ count: ({ projects }: Output) => projects.length, least: 0, take: takeProjects }],
  });
}

function describe(
  projects: readonly ProjectSummary[],
  { collections, engines, embedders, queues, unavailable = [] }: StatusAnswer,
): Output {
  const chunks = new Map(collections.map((collection) => [collection.name, collection.chunks]));
  const states = projects.map((project) => stateOf(project, chunks)).toSorted((a, b) => Number(b.active) - Number(a.active));
  const sum = (valueOf: (state: z.infer<typeof ProjectState>) => number) => states.reduce((total, state) => total + valueOf(state), 0);
  return {
    status: unavailable.length > 0 || [...engines, ...embedders].some((part) => part.status === 'down') ? 'degraded' : 'ok',
    projects: states,
    stats: {
      projects: states.length,
      active_projects: states.filter(({ active }) => active).length,
      files: sum(({ files }) => files),
      chunks: sum((state) => state.chunks),
      pending: sum(({ pending }) => pending),
      failed: sum(({ failed }) => failed),
      jobs_waiting: queues.reduce((total, { waiting, delayed, active }) => total + waiting + delayed + active, 0),
      engines: engines.map(partOf),
      embedders: embedders.map(partOf),
    },
  };
}

function stateOf(project: ProjectSummary, chunks: ReadonlyMap<string, number>): z.infer<typeof ProjectState> {
  const { name, project_root, active, state, reason, documents, pending, failed, last_synced_at } = project;
  const collections = Object.values(project.collections).filter((collection) => chunks.has(collection));
  return {
    project: name,
    project_root,
    active,
    status: state === 'idle' && pending > 0 ? 'indexing' : state,
    ...(reason === undefined ? {} : { reason }),
    collections,
    files: documents,
    chunks: collections.reduce((total, collection) => total + (chunks.get(collection) ?? 0), 0),
    pending,
    failed,
    ...(last_synced_at === undefined ? {} : { last_indexed_at: last_synced_at }),
  };
}

function partOf({ name, status, detail }: StatusAnswer['engines'][number]): z.infer<typeof Part> {
  return { name, status, ...(detail === undefined ? {} : { detail }) };
}

function takeProjects(answer: Output, n: number): Output {
  const message = `${(answer.projects.length - n).toString()} more projects are left out to keep the answer short.`;
  return { ...answer, projects: answer.projects.slice(0, n), message };
}
