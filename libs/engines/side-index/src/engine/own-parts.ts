import type { Engine } from '@tributary/engines-port';
import type { JoinParts } from '../join/points.js';
import type { SideCollections } from './side-collections.js';

/** Both halves of a collection of ours: the points have the same ids and versions. */
export function ownParts(engine: Engine, side: SideCollections, collection: string): Omit<JoinParts, 'mostLookedAt'> {
  return {
    comparesVersions: true,
    proper: {
      nominate: (request, options) => engine.nominate({ ...request, collection }, options),
      signals: (request, options) => engine.signals({ ...request, collection }, options),
      count: (filter, options) => engine.count(collection, filter, options),
      read: (selector, options) => engine.read(collection, selector, options),
    },
    lexical: {
      nominate: ({ among, ...request }, options) =>
        side.nominate({ ...request, collection, ...(among ? { filter: { must: [{ has_id: [...among] }] } } : {}) }, options),
      signals: (request, options) => side.signals({ ...request, collection }, options),
    },
  };
}
