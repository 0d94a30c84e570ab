import type { Dialect } from '../dialects/dialect.js';
import { deleteTool } from './delete.tool.js';
import { fetchTool } from './fetch.tool.js';
import { ingestTool } from './ingest.tool.js';
import { listCollectionsTool } from './list-collections.tool.js';
import { nativePrompts } from './prompts/native-prompts.js';
import { searchTool } from './search.tool.js';
import { statusTool } from './status.tool.js';
import { storeTool } from './store.tool.js';

/** What `/mcp` serves. */
export const nativeDialect: Dialect = {
  name: 'native',
  tools: [searchTool, fetchTool, listCollectionsTool, storeTool, ingestTool, deleteTool, statusTool],
  prompts: nativePrompts,
  usage: (nameOf) =>
    [
      'Tributary searches every collection (code, notes, documents, web pages) in one call.',
      `Start with ${nameOf('search')}; read more of a hit with ${nameOf('fetch')} and its uri; keep new facts with ${nameOf('store')}; index a folder with ${nameOf('ingest')}.`,
      'The coverage of an answer says what was not searched.',
    ].join(' '),
};
