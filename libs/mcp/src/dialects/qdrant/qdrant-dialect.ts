import type { Dialect } from '../dialect.js';
import { findTool } from './find/find.tool.js';
import { deleteTool } from './points/delete.tool.js';
import { retrieveTool } from './points/retrieve.tool.js';
import { storeTool } from './points/store.tool.js';
import { QDRANT_DEFAULTS, type QdrantSettings } from './qdrant-settings.js';

/** The tools of mcp-server-qdrant, and of the design for searches over several collections. */
export function createQdrantDialect(settings: QdrantSettings = QDRANT_DEFAULTS): Dialect {
  const { readOnly } = settings;
  return {
    name: 'qdrant',
    tools: [
      findTool(settings),
      ...(readOnly ? [] : [storeTool(settings)]),
      retrieveTool(settings),
      ...(readOnly ? [] : [deleteTool(settings)]),
    ],
    usage: (nameOf) =>
      [
        `Search collections with ${nameOf('qdrant-find')} (collections ["*"] searches all of them); read one hit with ${nameOf('qdrant-retrieve')} and its id`,
        ...(readOnly ? [] : [`keep new facts with ${nameOf('qdrant-store')}`]),
      ].join('; ') + '.',
  };
}
