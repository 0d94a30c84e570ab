import type { maintenanceQueue } from '@tributary/contracts';
import type { EmbeddingProvider, EmbeddingProviders } from '@tributary/embedding-port';
import type {
  CallOptions,
  Catalog,
  CollectionReader,
  CollectionRecord,
  Engines,
  ForeignPoint,
  FoundCollections,
  SourceRecord,
} from '@tributary/engines-port';
import type { Clock } from '@tributary/kernel';
import type { Job, JobLog, Queues } from '@tributary/messaging-port';
import type { SourceReader } from '@tributary/sources-port';
import type { CrashAt } from './crash-points.js';

/** The reader of each kind of source this process can read. */
export type Readers = Readonly<Partial<Record<SourceRecord['kind'], SourceReader>>>;

/** Where a new collection is put, when not on the primary engine with the default model. */
export interface Placement {
  readonly engine?: string;
  readonly model?: string;
}

/** Everything ingestion stands on; each class takes the part it needs. */
export interface Collaborators {
  readonly catalog: Catalog;
  readonly engines: Engines;
  readonly queues: Queues;
  readonly providers: EmbeddingProviders;
  /** The model by which collections of different models are compared; the same object as in `providers` where it also is a collection’s own. */
  readonly common: EmbeddingProvider;
  readonly readers: Readers;
  /** What is done to documents before they are indexed; left out: everything. */
  readonly hygiene?: { readonly masksSecrets: boolean };
  readonly clock: Clock;
  readonly log: JobLog;
  /** Configured engine and model by collection name. */
  readonly placement?: (collection: string) => Placement;
  /** Collections that jobs of outside producers may write to; left out: all. */
  readonly mayIngestInto?: (collection: string) => boolean;
  /** Collections that another program made and somebody adopted; left out: there are none. */
  readonly adopted?: {
    /** Brings the index of the collection's words up to date. @returns how many points had changed */
    index(collection: string, options: { readonly onlyIfDue: boolean; readonly signal: AbortSignal }): Promise<number>;
    open(record: CollectionRecord): CollectionReader;
    /** Writes a point as its maker would, and its words. */
    write(record: CollectionRecord, point: ForeignPoint, options: CallOptions): Promise<void>;
    remove(record: CollectionRecord, ids: readonly string[], options: CallOptions): Promise<void>;
  };
  /** Collections that another program made and nobody adopted; left out: there are none. */
  readonly found?: FoundCollections;
  /** Moves of collections; left out: there are none. */
  readonly migrations?: {
    run(collection: string, control: Pick<Job<typeof maintenanceQueue>, 'signal' | 'progress'>): Promise<number>;
    /** Takes up moves that lost their job, and drops what is no longer kept. @returns how many moves */
    sweep(): Promise<number>;
  };
  /** Told how many tokens of passages a model was given; left out: nobody counts. */
  readonly countTokens?: (model: string, tokens: number) => void;
  readonly crashAt?: CrashAt;
}
