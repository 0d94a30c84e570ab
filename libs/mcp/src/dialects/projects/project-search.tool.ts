import { permanent } from '@tributary/kernel';
import type { ProjectSummary } from '@tributary/contracts';
import { z } from 'zod';
import { defineDialectTool, type Tool, type ToolCall } from '../../tools/tool.js';
import { structuredResult } from '../structured-result.js';
import { ProjectRootArgument, findProject } from './find-project.js';
import type { ProjectSession } from './project-session.js';
import { ScoredResult, resultReductions, searchCollections } from './search-collections.js';
import { SearchModeArgument } from './search-mode.js';

const Basic = {
  query: z.string().describe('What to look for, in plain words or as code. "exact words" must occur, -word must not.'),
  mode: SearchModeArgument,
  scope: z
    .array(z.string().min(1).max(260))
    .min(1, 'An empty list searches nothing: leave scope out to search the whole project, or name collections.')
    .max(1000)
    .optional()
    .describe('Collections to search; left out: all of the project.'),
  project_root: ProjectRootArgument,
};

const Detailed = {
  limit: z.number().int().min(1).max(100).default(10).describe('Number of results.'),
  rerank: z.boolean().optional().describe('Let a reranker reorder the best results, where one is configured.'),
};

const Output = z.object({ results: z.array(ScoredResult), message: z.string().optional() });
type Output = z.infer<typeof Output>;

interface SearchToolNames {
  readonly name: 'search' | 'search_code';
  readonly description: string;
}

/** `search`, and with limit and rerank `search_code`. */
export function projectSearchTool(session: ProjectSession, { name, description }: SearchToolNames): Tool {
  return defineDialectTool({
    name,
    title: 'Search the project',
    description,
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: name === 'search' ? z.strictObject(Basic) : z.strictObject({ ...Basic, ...Detailed }),
    output: Output,
    run: async ({ scope, project_root: named, ...wanted }, call): Promise<Output> => {
      const collections = scope ?? (await madeOf(await findProject({ session, named }, call), call));
      const { hits, message } = await searchCollections({ limit: 10, ...wanted, collections }, call);
      const results = hits.map(({ collection: _stands, ...result }) => result);
      return { results, ...(message === undefined ? {} : { message }) };
    },
    toResult: structuredResult,
    reductions: resultReductions<Output>(),
  });
}

/** Those of the project’s collections that there are. @throws `PROJECT.NOT_INDEXED` while there is none */
async function madeOf({ name, collections, ...project }: ProjectSummary, { operations, context }: ToolCall): Promise<readonly string[]> {
  const known = new Set((await operations.listCollections(context)).map((collection) => collection.name));
  const made = Object.values(collections).filter((collection) => known.has(collection));
  if (made.length > 0) return made;
  const why =
    project.state === 'syncing'
      ? 'its files are only just being read: search again in a moment'
      : (project.reason ?? 'no file was found in it');
  throw permanent('PROJECT.NOT_INDEXED', `Nothing of ${name} is indexed yet; ${why}.`, { category: 'conflict' });
}
