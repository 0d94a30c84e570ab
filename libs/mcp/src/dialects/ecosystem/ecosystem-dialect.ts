import { someOf } from '@tributary/kernel';
import type { Dialect } from '../dialect.js';
import type { EnginePlaces } from '../engines/engine-places.js';
import type { EcosystemSettings } from './ecosystem-settings.js';
import { OpenedCollections } from './opened-collections.js';
import { searchTool } from './search.tool.js';
import { statsTool } from './stats.tool.js';
import { storeNameOf, storeTool } from './store.tool.js';

/** The tools of qdrant-mcp-ecosystem: two for every alias and one for statistics. @param places for what is said of an engine that is away */
export function createEcosystemDialect(settings: EcosystemSettings, places: EnginePlaces): Dialect {
  const registered = Object.entries(settings.collections);
  const aliases = new Map(registered.map(([alias, { collection }]) => [collection, alias]));
  const opened = new OpenedCollections(places, (collection) => storeNameOf(aliases.get(collection) ?? collection));
  return {
    name: 'ecosystem',
    tools: [
      ...registered.map(([alias, collection]) => searchTool(alias, collection, opened)),
      ...registered.map(([alias, collection]) => storeTool(alias, collection, opened)),
      statsTool(settings, opened),
    ],
    usage: (nameOf) =>
      registered.length === 0
        ? 'No collection is registered: dialects.ecosystem.collections of the configuration names them.'
        : `Each collection has a search tool of its own (${someOf(registered.map(([alias]) => nameOf(`qdrant_search_${alias}`)))}) and one that stores; ${nameOf('qdrant_get_stats')} counts what they hold.`,
    namesNoCollection: true,
  };
}
