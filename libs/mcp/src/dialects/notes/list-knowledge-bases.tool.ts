import type { CollectionSummary } from '@tributary/contracts';
import { z } from 'zod';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { listKnowledgeBases } from './knowledge-bases.js';
import { notAnswering } from './notes-errors.js';
import type { NotesSettings } from './notes-settings.js';

interface KnowledgeBaseRow {
  readonly name: string;
  readonly description: string;
  readonly chunk_count: number;
  readonly created_at: string | null;
}

interface ListAnswer {
  readonly knowledge_bases: readonly KnowledgeBaseRow[];
  readonly message?: string;
}

const DESCRIPTION =
  'List the knowledge bases that can be searched: the name, the description, the number of chunks and the date of creation of each. Call it first, choose the knowledge base whose description fits the question, then pass its name to search_knowledge_base as collectionName.';

/** Makes `list_knowledge_bases()`. */
export function createListKnowledgeBasesTool(settings: NotesSettings): Tool {
  return defineDialectTool({
    name: 'list_knowledge_bases',
    title: 'List the knowledge bases',
    description: DESCRIPTION,
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    input: z.strictObject({}),
    async run(_input, { operations, context }): Promise<ListAnswer> {
      const { readable, unlisted } = await listKnowledgeBases(operations, settings, context);
      const [reason] = unlisted;
      if (readable.length === 0 && reason !== undefined) throw notAnswering(reason, { settings });
      const rows = { knowledge_bases: readable.map(toRow) };
      if (reason !== undefined) return { ...rows, message: `Not all could be listed. ${notAnswering(reason, { settings }).message}` };
      return readable.length === 0 ? { ...rows, message: NOTHING_YET } : rows;
    },
    toResult: (answer) => ({ content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } }),
    reductions: [{ count: ({ knowledge_bases: rows }) => rows.length, least: 0, take: takeRows }],
  });
}

const NOTHING_YET = 'There is no knowledge base yet: run the notes pipeline, or index a folder with `tributary index`.';

function toRow({ name, description, chunks, created_at: created }: CollectionSummary): KnowledgeBaseRow {
  return { name, description, chunk_count: chunks, created_at: created === '' ? null : created };
}

function takeRows({ knowledge_bases: rows }: ListAnswer, n: number): ListAnswer {
  const omitted = rows.length - n;
  return {
    knowledge_bases: rows.slice(0, n),
    message: `${omitted.toString()} more knowledge bases are left out to keep the answer short: they can be searched by name.`,
  };
}
