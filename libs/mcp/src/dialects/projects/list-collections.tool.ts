import type { CollectionSummary, ProjectSummary } from '@tributary/contracts';
import { z } from 'zod';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { structuredResult } from '../structured-result.js';

const Listed = z.object({
  name: z.string(),
  project: z.string().optional().describe('The project it belongs to.'),
  description: z.string(),
  engine: z.string(),
  model: z.string(),
  vector_size: z.number().int(),
  points_count: z.number().int(),
  documents: z.number().int(),
  status: z.string(),
  reason: z.string().optional().describe('Why it is not ready, or what is amiss although it is.'),
});

const Output = z.object({ collections: z.array(Listed), message: z.string().optional() });
type Output = z.infer<typeof Output>;

/** `list_collections` of stores for vectors: every collection the caller may read. */
export function listCollectionsTool(): Tool {
  return defineDialectTool({
    name: 'list_collections',
    title: 'List collections',
    description: 'List every collection there is, with the project it belongs to, its size, model and state.',
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: z.strictObject({}),
    output: Output,
    run: async (_input, { operations, context }): Promise<Output> => {
      const [collections, projects] = await Promise.all([operations.listCollections(context), operations.listProjects(context)]);
      return { collections: collections.map((collection) => toListed(collection, projects)) };
    },
    toResult: structuredResult,
    reductions: [
      {
        count: ({ collections }: Output) => Math.max(0, ...collections.map(({ description }) => description.length)),
        least: 0,
        take: cutDescriptions,
      },
      { count: ({ collections }: Output) => collections.length, least: 0, take: takeCollections },
    ],
  });
}

function toListed(
  { name, description, engine, model, chunks, documents, status, status_reason: reason }: CollectionSummary,
  projects: readonly ProjectSummary[],
): z.infer<typeof Listed> {
  const project = projects.find(({ collections }) => Object.values(collections).includes(name))?.name;
  return {
    name,
    ...(project === undefined ? {} : { project }),
    description,
    engine,
    model: model.name,
    vector_size: model.dimension,
    points_count: chunks,
    documents,
    status,
    ...(reason === undefined ? {} : { reason }),
  };
}

function cutDescriptions(answer: Output, n: number): Output {
  return { ...answer, collections: answer.collections.map((one) => ({ ...one, description: one.description.slice(0, n) })) };
}

function takeCollections(answer: Output, n: number): Output {
  const message = `${(answer.collections.length - n).toString()} more collections are left out to keep the answer short: search them by name or pattern.`;
  return { collections: answer.collections.slice(0, n), message };
}
