import type { AdoptAnswer, AdoptInput } from '../adoption/adoption.js';
import type { CollectionDescription, CollectionSummary } from '../cards/card.js';
import type { DoctorAnswer, DoctorInput } from '../doctor/doctor.js';
import type {
  DeleteAnswer,
  DeleteInput,
  DocumentInput,
  DocumentOutcome,
  FetchAnswer,
  FetchInput,
  StoreAnswer,
  StoreInput,
} from '../documents/documents.js';
import type { JobQuery, JobSummary } from '../jobs/job.js';
import type { MigrateInput, MigrationSummary, ReembedInput } from '../migration/migration.js';
import type { SearchAnswer } from '../search/answer.js';
import type { SearchRequest } from '../search/request.js';
import type { WhyNotAnswer, WhyNotRequest } from '../search/why-not.js';
import type { IngestAnswer, SourceInput, SourceSummary } from '../sources/source.js';
import type { StatusAnswer } from '../status/status.js';
import type { CallContext } from './call-context.js';
import type { PointOperations } from './point-operations.js';
import type { ProjectOperations } from './project-operations.js';

/** Everything a surface (HTTP, MCP, CLI) can ask of the product. The gateway answers it from the queues and the catalog, the API client over HTTP. */
export interface Operations extends PointOperations, ProjectOperations {
  search(request: SearchRequest, context: CallContext): Promise<SearchAnswer>;
  /** Where a document was lost on its way into the answer of this search. @throws as `search` does, `URI.INVALID` */
  whyNot(request: WhyNotRequest, context: CallContext): Promise<WhyNotAnswer>;
  fetch(input: FetchInput, context: CallContext): Promise<FetchAnswer>;
  store(input: StoreInput, context: CallContext): Promise<StoreAnswer>;
  /** One outcome per document, in the order given; a refused one does not stop the rest. */
  ingestDocuments(documents: readonly DocumentInput[], context: CallContext): Promise<readonly DocumentOutcome[]>;
  delete(input: DeleteInput, context: CallContext): Promise<DeleteAnswer>;
  listCollections(context: CallContext): Promise<readonly CollectionSummary[]>;
  /** @throws `COLLECTION.NOT_FOUND` */
  getCollection(name: string, context: CallContext): Promise<CollectionSummary>;
  /** Removes a collection with everything in it; of an adopted one only the card: what its maker stored stays. @throws `COLLECTION.NOT_FOUND` */
  removeCollection(name: string, context: CallContext): Promise<void>;
  /** Looks at collections another program made and binds them with cards, without writing to them.
   *  @throws `ENGINE.UNKNOWN`, `COLLECTION.NOT_FOUND`, `COLLECTION.EXISTS`, `COLLECTION.NO_TEXT` */
  adoptCollections(input: AdoptInput, context: CallContext): Promise<AdoptAnswer>;
  /** Begins, undoes or ends a move of a collection to another engine or name; it goes on in the background.
   *  @throws `COLLECTION.NOT_FOUND`, `COLLECTION.EXISTS`, `ENGINE.UNKNOWN`, and the codes of `MIGRATION.` */
  migrateCollection(input: MigrateInput, context: CallContext): Promise<MigrationSummary>;
  /** Begins, undoes or ends the making of new vectors; the present ones answer until all are there. `getMigration` says how far it is.
   *  @throws `COLLECTION.NOT_FOUND`, `COLLECTION.ADOPTED`, `EMBEDDER.UNKNOWN`, and the codes of `MIGRATION.` */
  reembedCollection(input: ReembedInput, context: CallContext): Promise<MigrationSummary>;
  /** How far the last move that fills this collection is. @throws `MIGRATION.NOT_FOUND` */
  getMigration(collection: string, context: CallContext): Promise<MigrationSummary>;
  /** Replaces the description on a collection’s card. @throws `COLLECTION.NOT_FOUND` */
  describeCollection(name: string, input: CollectionDescription, context: CallContext): Promise<CollectionSummary>;
  /** Registers a source and starts its sync. @throws where it waits for the sync: why that failed for good, `SYNC.CANCELLED` */
  addSource(input: SourceInput, context: CallContext): Promise<IngestAnswer>;
  listSources(context: CallContext): Promise<readonly SourceSummary[]>;
  /** Compares the source with the index again; `confirmed` lets a plan go on that would delete much. @throws `SOURCE.NOT_FOUND`, `SOURCE.PAUSED` */
  syncSource(id: string, options: { readonly confirmed: boolean }, context: CallContext): Promise<{ readonly job_id: string }>;
  /** Stops the syncs of a source, and its watch. @throws `SOURCE.NOT_FOUND` */
  pauseSource(id: string, context: CallContext): Promise<SourceSummary>;
  /** Lets a paused source go on and brings in what changed meanwhile. @throws `SOURCE.NOT_FOUND` */
  resumeSource(id: string, context: CallContext): Promise<SourceSummary>;
  removeSource(id: string, options: { readonly keepDocuments: boolean }, context: CallContext): Promise<void>;
  listJobs(query: JobQuery, context: CallContext): Promise<readonly JobSummary[]>;
  /** @throws `JOB.NOT_FOUND` */
  getJob(id: string, context: CallContext): Promise<JobSummary>;
  redriveJob(id: string, context: CallContext): Promise<void>;
  cancelJob(id: string, context: CallContext): Promise<void>;
  status(context: CallContext): Promise<StatusAnswer>;
  /** Checks what the installation stands on, and compares catalog, engines and disk; mends what differs where asked to. */
  doctor(input: DoctorInput, context: CallContext): Promise<DoctorAnswer>;
}
