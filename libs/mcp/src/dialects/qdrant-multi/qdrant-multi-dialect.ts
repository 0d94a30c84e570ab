import type { Dialect } from '../dialect.js';
import { listCollectionsTool } from '../projects/list-collections.tool.js';
import { createCollectionTool } from './create-collection.tool.js';
import { deletePointsTool } from './delete-points.tool.js';
import { purgeCollectionTool } from './purge-collection.tool.js';
import { searchCollectionsTool } from './search-collections.tool.js';
import { upsertPointsTool } from './upsert-points.tool.js';

/** The tools of qdrant-multi-mcp: many collections in one server, read and written. */
export function createQdrantMultiDialect(): Dialect {
  return {
    name: 'qdrant-multi',
    tools: [
      searchCollectionsTool(),
      listCollectionsTool(),
      upsertPointsTool(),
      deletePointsTool(),
      createCollectionTool(),
      purgeCollectionTool(),
    ],
    usage: (nameOf) =>
      `See what there is with ${nameOf('list_collections')}, search with ${nameOf('search_collections')}, keep texts with ${nameOf('upsert_points')}.`,
  };
}
