import type {
  ActivateProjectInput,
  AdoptInput,
  CallContext,
  CollectionDescription,
  CreateCollectionInput,
  DeactivateProjectInput,
  DeleteInput,
  DoctorInput,
  DocumentInput,
  FetchInput,
  JobQuery,
  MapInput,
  MigrateInput,
  Operations,
  PlaceInput,
  PointsInput,
  PurgeProjectInput,
  ReembedInput,
  ReindexProjectInput,
  RenewProjectInput,
  SearchRequest,
  SourceInput,
  StoreInput,
  UpsertPointsInput,
  WhyNotRequest,
} from '@tributary/contracts';
import { inCallersFolder } from './callers-folder.js';

/** Whether a call may be made again when the server is lost in the middle of it: what changes something and may have been done is made `once`. */
export type CallKind = 'repeatable' | 'once';

/** Carries out a call on whichever operations answer now. */
export type Runner = <T>(kind: CallKind, call: (operations: Operations) => Promise<T>, context: CallContext) => Promise<T>;

/** Operations that survive a change of the process that answers them. */
export class SwitchingOperations implements Operations {
  readonly #run: Runner;

  constructor(run: Runner) {
    this.#run = run;
  }

  search(request: SearchRequest, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.search(request, context), context);
  }

  whyNot(request: WhyNotRequest, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.whyNot(request, context), context);
  }

  fetch(input: FetchInput, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.fetch(input, context), context);
  }

  store(input: StoreInput, context: CallContext) {
    return this.#run('once', (operations) => operations.store(input, context), context);
  }

  ingestDocuments(documents: readonly DocumentInput[], context: CallContext) {
    return this.#run('once', (operations) => operations.ingestDocuments(documents, context), context);
  }

  delete(input: DeleteInput, context: CallContext) {
    return this.#run(input.dry_run ? 'repeatable' : 'once', (operations) => operations.delete(input, context), context);
  }

  listCollections(context: CallContext) {
    return this.#run('repeatable', (operations) => operations.listCollections(context), context);
  }

  getCollection(name: string, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.getCollection(name, context), context);
  }

  removeCollection(name: string, context: CallContext) {
    return this.#run('once', (operations) => operations.removeCollection(name, context), context);
  }

  getMap(input: MapInput, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.getMap(input, context), context);
  }

  placeOnMap(input: PlaceInput, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.placeOnMap(input, context), context);
  }

  migrateCollection(input: MigrateInput, context: CallContext) {
    return this.#run('once', (operations) => operations.migrateCollection(input, context), context);
  }

  reembedCollection(input: ReembedInput, context: CallContext) {
    return this.#run('once', (operations) => operations.reembedCollection(input, context), context);
  }

  getMigration(collection: string, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.getMigration(collection, context), context);
  }

  adoptCollections(input: AdoptInput, context: CallContext) {
    return this.#run(input.dry_run ? 'repeatable' : 'once', (operations) => operations.adoptCollections(input, context), context);
  }

  describeCollection(name: string, input: CollectionDescription, context: CallContext) {
    return this.#run('once', (operations) => operations.describeCollection(name, input, context), context);
  }

  getPoints(input: PointsInput, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.getPoints(input, context), context);
  }

  upsertPoints(input: UpsertPointsInput, context: CallContext) {
    return this.#run('once', (operations) => operations.upsertPoints(input, context), context);
  }

  createCollection(input: CreateCollectionInput, context: CallContext) {
    return this.#run('once', (operations) => operations.createCollection(input, context), context);
  }

  emptyCollection(name: string, context: CallContext) {
    return this.#run('once', (operations) => operations.emptyCollection(name, context), context);
  }

  getStatistics(name: string, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.getStatistics(name, context), context);
  }

  addSource(input: SourceInput, context: CallContext) {
    // The server may have been started in another folder.
    const placed = inCallersFolder(input);
    return this.#run('once', (operations) => operations.addSource(placed, context), context);
  }

  listSources(context: CallContext) {
    return this.#run('repeatable', (operations) => operations.listSources(context), context);
  }

  syncSource(id: string, options: { readonly confirmed: boolean }, context: CallContext) {
    return this.#run('once', (operations) => operations.syncSource(id, options, context), context);
  }

  pauseSource(id: string, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.pauseSource(id, context), context);
  }

  resumeSource(id: string, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.resumeSource(id, context), context);
  }

  removeSource(id: string, options: { readonly keepDocuments: boolean }, context: CallContext) {
    return this.#run('once', (operations) => operations.removeSource(id, options, context), context);
  }

  activateProject(input: ActivateProjectInput, context: CallContext) {
    return this.#run('once', (operations) => operations.activateProject(input, context), context);
  }

  // May be repeated: it says only that the session is there.
  renewProject(input: RenewProjectInput, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.renewProject(input, context), context);
  }

  deactivateProject(input: DeactivateProjectInput, context: CallContext) {
    return this.#run('once', (operations) => operations.deactivateProject(input, context), context);
  }

  listProjects(context: CallContext) {
    return this.#run('repeatable', (operations) => operations.listProjects(context), context);
  }

  reindexProject(input: ReindexProjectInput, context: CallContext) {
    return this.#run('once', (operations) => operations.reindexProject(input, context), context);
  }

  purgeProject(input: PurgeProjectInput, context: CallContext) {
    return this.#run('once', (operations) => operations.purgeProject(input, context), context);
  }

  listJobs(query: JobQuery, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.listJobs(query, context), context);
  }

  getJob(id: string, context: CallContext) {
    return this.#run('repeatable', (operations) => operations.getJob(id, context), context);
  }

  redriveJob(id: string, context: CallContext) {
    return this.#run('once', (operations) => operations.redriveJob(id, context), context);
  }

  cancelJob(id: string, context: CallContext) {
    return this.#run('once', (operations) => operations.cancelJob(id, context), context);
  }

  doctor(input: DoctorInput, context: CallContext) {
    return this.#run(input.repair ? 'once' : 'repeatable', (operations) => operations.doctor(input, context), context);
  }

  status(context: CallContext) {
    return this.#run('repeatable', (operations) => operations.status(context), context);
  }
}
