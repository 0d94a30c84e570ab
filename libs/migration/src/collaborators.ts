import type { EmbeddingProvider, EmbeddingProviders } from '@tributary/embedding-port';
import type { Catalog, Engines, FoundCollections } from '@tributary/engines-port';
import type { Clock } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';

/** Moments between two durable steps of a move: after a kill at any of them the next run goes on. */
export type MigrationPoint =
  | 'generation-chosen'
  | 'generation-added'
  | 'batch-copied'
  | 'pass-ended'
  | 'parity-proven'
  | 'previous-dropped'
  | 'switched'
  | 'rows-written';

/** What moving stands on; each class takes the part it needs. */
export interface MigrationCollaborators {
  readonly catalog: Catalog;
  readonly engines: Engines;
  /** The configured models: what makes vectors where they cannot be copied. */
  readonly providers: EmbeddingProviders;
  readonly queues: Pick<Queues, 'add'>;
  /** The model by which collections of different models are compared: what points of other programs lack. */
  readonly common: EmbeddingProvider;
  readonly clock: Clock;
  /** Collections that another program made and nobody adopted; left out: there are none. */
  readonly found?: FoundCollections;
  /** Called at each point; fault tests end the process there, everybody else leaves it out. */
  readonly crashAt?: (point: MigrationPoint) => void;
}
