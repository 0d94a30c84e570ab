import type { Dialect } from '../dialect.js';
import { clearIndexTool } from './clear-index.tool.js';
import { getIndexingStatusTool } from './get-indexing-status.tool.js';
import { indexCodebaseTool } from './index-codebase.tool.js';
import { searchCodeTool } from './search-code.tool.js';

/** The tools of claude-context. */
export function createClaudeContextDialect(): Dialect {
  return {
    name: 'claude-context',
    tools: [indexCodebaseTool(), searchCodeTool(), clearIndexTool(), getIndexingStatusTool()],
    usage: (nameOf) =>
      `Index a codebase once with ${nameOf('index_codebase')} and its absolute path, then ask ${nameOf('search_code')}; search works while it is being indexed.`,
  };
}
