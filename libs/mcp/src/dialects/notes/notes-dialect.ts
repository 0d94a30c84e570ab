import type { Dialect } from '../dialect.js';
import { createListKnowledgeBasesTool } from './list-knowledge-bases.tool.js';
import type { NotesSettings } from './notes-settings.js';
import { createSearchKnowledgeBaseTool } from './search-knowledge-base.tool.js';

/** The surface of the server for Markdown notes in Chroma: knowledge bases are listed, and one of them is searched by meaning. */
export function createNotesDialect(settings: NotesSettings = {}): Dialect {
  return {
    name: 'notes',
    tools: [createListKnowledgeBasesTool(settings), createSearchKnowledgeBaseTool(settings)],
    usage: (nameOf) =>
      `Call ${nameOf('list_knowledge_bases')} to learn which knowledge bases there are, then ${nameOf('search_knowledge_base')} with the name of the one whose description fits the question.`,
  };
}
