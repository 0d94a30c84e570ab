import type { Dialect } from '../dialects/dialect.js';
import { deleteTool } from './delete.tool.js';
import { fetchTool } from './fetch.tool.js';
import { ingestTool } from './ingest.tool.js';
import { listCollectionsTool } from './list-collections.tool.js';
import { searchTool } from './search.tool.js';
import { statusTool } from './status.tool.js';
import { storeTool } from './store.tool.js';

/** What `/mcp` serves. */
export const nativeDialect: Dialect = {
  name: 'native',
  tools: [searchTool, fetchTool, listCollectionsTool, storeTool, ingestTool, deleteTool, statusTool],
};
