import type { Tool } from '../tools/tool.js';
import { deleteTool } from './delete.tool.js';
import { fetchTool } from './fetch.tool.js';
import { ingestTool } from './ingest.tool.js';
import { listCollectionsTool } from './list-collections.tool.js';
import { searchTool } from './search.tool.js';
import { statusTool } from './status.tool.js';
import { storeTool } from './store.tool.js';

/** The tools at `/mcp`, in the order they are listed. */
export const nativeTools: readonly Tool[] = [searchTool, fetchTool, listCollectionsTool, storeTool, ingestTool, deleteTool, statusTool];
