import type {
  AdoptAnswer,
  AdoptInput,
  CardModel,
  CollectionMap,
  ComponentHealth,
  CreateCollectionInput,
  DeleteAnswer,
  DeleteInput,
  DoctorAnswer,
  DoctorCheck,
  DoctorInput,
  DocumentOutcome,
  FetchAnswer,
  FetchInput,
  IngestDocument,
  MapInput,
  MigrateInput,
  MigrationSummary,
  PlaceAnswer,
  PlaceInput,
  PointView,
  PointsAnswer,
  PointsInput,
  Principal,
  ProjectSummary,
  PurgeAnswer,
  PurgeProjectInput,
  ReembedInput,
  ReindexAnswer,
  ReindexProjectInput,
  SourceInput,
  SourceSummary,
  WhyNotAnswer,
  WhyNotRequest,
} from '@tributary/contracts';
import type { CollectionRecord, CollectionSources, Engines } from '@tributary/engines-port';
import type { Deadline } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';
import type { CallLimits } from '../limits/call-limits.js';
import type { IngestRoots } from './ingest-roots.js';

interface ReaderContext {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

interface Writer {
  /** He may replace only what he sees and is not others’, take out nothing that comes from sources of others, change no settings of theirs, and use only collections that he may
   *  know of; undefined: anything. */
  readonly writer: Principal | undefined;
}

interface WriterOptions extends Writer {
  /** True: a document of the same id with another content is not replaced. */
  readonly isOnlyNew?: boolean;
  /** True: what says nothing is refused, and deletes nothing. */
  readonly needsText?: boolean;
}

/** A document version somebody waits for. */
export interface AwaitedDocument {
  readonly collection: string;
  /** As stored (encoded). */
  readonly key: string;
  readonly version: number;
}

/** Whether a source is registered as a project, whose files carry its name and that of their submodule. */
export interface ProjectMark {
  readonly isProject?: boolean;
}

/** Files that are being read again. */
interface Reindexing {
  readonly sourceId: string;
  readonly jobId: string;
  /** What there is at the paths now. */
  readonly count: () => Promise<Pick<ReindexAnswer, 'files' | 'indexed' | 'deleted'>>;
}

/** What the gateway calls and does not implement. The other features’ use cases fit these shapes; the composition hands them in. */
export interface UseCases {
  readonly acceptDocuments: {
    run(documents: readonly IngestDocument[], options: WriterOptions): Promise<readonly DocumentOutcome[]>;
  };
  /** True when every version (or a newer one) is searchable before the time is over. @throws the reason when one of them failed for good */
  readonly awaitIndexed: {
    run(documents: readonly AwaitedDocument[], options: { timeoutMs: number; signal: AbortSignal }): Promise<boolean>;
  };
  readonly readPoints: {
    run(input: PointsInput, context: ReaderContext): Promise<PointsAnswer>;
    /** Those that are there, by the ids they were asked for under. */
    find(collection: string, ids: readonly string[], context: ReaderContext): Promise<ReadonlyMap<string, PointView>>;
    /** Exact, of what the caller sees. */
    count(collection: string, context: ReaderContext): Promise<number>;
  };
  readonly readMap: {
    run(input: MapInput, context: ReaderContext): Promise<CollectionMap>;
    place(input: PlaceInput, context: ReaderContext): Promise<PlaceAnswer>;
  };
  readonly createCollection: { run(input: CreateCollectionInput, options: WriterOptions): Promise<void> };
  readonly emptyCollection: { run(record: CollectionRecord, context: ReaderContext & Writer): Promise<{ readonly points: number }> };
  readonly fetchDocument: { run(input: FetchInput, context: ReaderContext): Promise<FetchAnswer> };
  readonly whyNot: { run(request: WhyNotRequest, context: ReaderContext & { readonly deadline: Deadline }): Promise<WhyNotAnswer> };
  readonly deleteDocuments: { run(input: DeleteInput, context: ReaderContext & Writer): Promise<DeleteAnswer> };
  readonly addSource: {
    run(
      input: SourceInput & ProjectMark,
      options: WriterOptions,
    ): Promise<{
      readonly sourceId: string;
      readonly jobId: string;
      readonly token: string;
      /** Sources that had its files already when it was registered now. */
      readonly sameFilesIn: readonly string[];
      /** Where it was given by a link: what that leads to, if it is a source from now on, and the sources that it led to before. */
      readonly link?: { readonly path: string; readonly leadsTo?: string; readonly before: readonly string[] };
    }>;
  };
  readonly projects: {
    /** @throws `PROJECT.ROOT_INVALID` */
    nameOf(root: string): Promise<string>;
    of(sourceId: string): Promise<ProjectSummary>;
    begin(sourceId: string, session: string, isLeased: boolean): Promise<ProjectSummary>;
    renew(root: string, session: string): Promise<ProjectSummary>;
    end(root: string, session: string): Promise<ProjectSummary>;
    list(): Promise<readonly ProjectSummary[]>;
    reindex(input: Omit<ReindexProjectInput, 'wait_ms'>, options: Writer): Promise<Reindexing>;
    purge(input: PurgeProjectInput, options: Writer): Promise<PurgeAnswer>;
  };
  readonly pauseSource: {
    pause(sourceId: string, options: Writer): Promise<void>;
    resume(sourceId: string, options: Writer): Promise<void>;
  };
  readonly removeSource: { run(input: { readonly sourceId: string; readonly keepDocuments: boolean }): Promise<void> };
  /** Makes the collection where there is none, and writes the description on its card. */
  readonly ensureCollection: {
    run(name: string, options: Writer & { readonly description: string; readonly isGenerated?: boolean }): Promise<unknown>;
  };
  /** @returns a description made from what everybody may read of the collection */
  readonly describeDocuments: { run(name: string, context: ReaderContext): Promise<string> };
  /** @returns its record as it was */
  readonly removeCollection: { run(name: string): Promise<CollectionRecord> };
  readonly adoption: {
    adopt(input: AdoptInput, signal: AbortSignal): Promise<AdoptAnswer>;
    /** Forgets the words of an adopted collection that was removed. */
    release(record: CollectionRecord): Promise<void>;
  };
  readonly migration: {
    run(input: MigrateInput): Promise<MigrationSummary>;
    reembed(input: ReembedInput): Promise<MigrationSummary>;
    status(collection: string, mayBeTold: (copy: string) => boolean): Promise<MigrationSummary>;
    underWay(): Promise<readonly MigrationSummary[]>;
  };
  readonly summariseSource: { run(sourceId: string): Promise<SourceSummary | undefined>; all(): Promise<readonly SourceSummary[]> };
  readonly embedders: { health(): Promise<readonly ComponentHealth[]>; describeDefault(): Promise<CardModel> };
  readonly doctor: {
    /** Names nothing of collections that are not included. */
    check(includes: (collection: string) => boolean, signal: AbortSignal): Promise<readonly DoctorCheck[]>;
    /** Of the collections that `includes` is true of. */
    examine(
      input: DoctorInput & { readonly includes: (collection: string) => boolean },
      signal: AbortSignal,
    ): Promise<NonNullable<DoctorAnswer['drift']>>;
  };
  readonly rerankers: { health(): Promise<readonly ComponentHealth[]> };
}

export interface GatewayCollaborators extends UseCases, CollectionSources {
  readonly limits: CallLimits;
  readonly engines: Engines;
  readonly queues: Queues;
  readonly version: string;
  readonly mode: 'standalone' | 'services';
  readonly ingestRoots: IngestRoots;
}
