import type { Priorities } from '@tributary/contracts';
import type { EmbeddingProvider } from '@tributary/embedding-port';
import type { CollectionSources } from '@tributary/engines-port';
import type { Clock } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';
import type { CursorStore } from '@tributary/state-port';
import type { RankedList } from '../cursor/ranked-list.js';
import type { ReaderSources } from '../readers/open-collection.js';
import type { Reranking } from '../rerank/reranking.js';
import type { CollectionSketches } from '../selection/collection-sketches.js';

/** Everything a search stands on. */
export interface SearchCollaborators extends CollectionSources, ReaderSources {
  /** Vectors of models that an embedder holds are asked for over `embed-query`. */
  readonly queues: Pick<Queues, 'request'>;
  /** The model by which collections of different models are compared; computed in this process. */
  readonly common: EmbeddingProvider;
  readonly clock: Clock;
  /** Of searches that name none; left out: no collection is preferred. */
  readonly priorities?: Priorities;
  /** Left out: nothing is reranked. */
  readonly reranking?: Reranking;
  /** What `auto` chooses by. Left out: held by each search for itself. */
  readonly sketches?: CollectionSketches;
  /** `auto` asks at most so many collections, where the request does not say; left out: 8, or three in ten where that is more. */
  readonly autoMaxCollections?: number;
  /** Told of every vector that is not made by the common model: taken from the cache, or asked for. */
  readonly onQueryVector?: (outcome: 'hit' | 'miss') => void;
  /** Left out: kept in the memory of this process. */
  readonly cursors?: CursorStore<RankedList>;
}
