import type { ProjectSummary } from '@tributary/contracts';
import { z } from 'zod';
import { defineDialectTool, type Tool, type ToolCall } from '../../tools/tool.js';
import { findCodebase, isIndexing, progressOf, requirePath, textResult } from './codebase.js';

export function getIndexingStatusTool(): Tool {
  return defineDialectTool({
    name: 'get_indexing_status',
    title: 'Progress of an index',
    description: 'Show whether a codebase is indexed, and how far while it is being indexed.',
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: z.strictObject({ path: z.string().min(1).max(4096).describe('ABSOLUTE path of the codebase.') }),
    run: async ({ path: given }, call): Promise<string> => {
      const path = requirePath(given);
      const place = await findCodebase(path, call);
      if (place === undefined) return `Codebase '${path}' is not indexed. Please use the index_codebase tool to index it first.`;
      return describe(place.codebase, await chunksOf(place.codebase, call));
    },
    toResult: textResult,
  });
}

function describe(codebase: ProjectSummary, chunks: number): string {
  const { project_root: root, documents, failed, state, reason, last_synced_at: at } = codebase;
  if (isIndexing(codebase)) return `Codebase '${root}' is currently being indexed. Progress: ${progressOf(codebase)}%`;
  if (state === 'failed') return `Codebase '${root}' indexing failed: ${reason ?? 'the server’s log says why'}`;
  return [
    `Codebase '${root}' is fully indexed and ready for search.`,
    `Statistics: ${documents.toString()} files, ${chunks.toString()} chunks${failed > 0 ? `, ${failed.toString()} files failed` : ''}`,
    ...(reason === undefined ? [] : [reason]),
    ...(at === undefined ? [] : [`Last updated: ${at}`]),
  ].join('\n');
}

async function chunksOf({ collections }: ProjectSummary, { operations, context }: ToolCall): Promise<number> {
  const own = (await operations.listCollections(context)).filter(({ name }) => name === collections.code || name === collections.docs);
  return own.reduce((total, { chunks }) => total + chunks, 0);
}
