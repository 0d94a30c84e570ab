import {
  type ActivateProjectInput,
  type AdoptInput,
  type CallContext,
  type CollectionDescription,
  type CreateCollectionInput,
  type DeactivateProjectInput,
  type DeleteInput,
  type DocumentInput,
  type DoctorInput,
  type FetchInput,
  type JobQuery,
  type MapInput,
  type MigrateInput,
  type Operations,
  type PlaceInput,
  type PointsInput,
  type PurgeProjectInput,
  type ReembedInput,
  type ReindexProjectInput,
  type RenewProjectInput,
  type SearchRequest,
  type SourceInput,
  type StoreInput,
  type UpsertPointsInput,
  type WhyNotRequest,
  timeOf,
} from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import { requireNoReadersAsked } from '../access/asked-readers.js';
import { isHisAlone, mayWrite, requireAdoptable, requireMovable, requireWritable, writerOf } from '../access/rights.js';
import { requireScope } from '../access/scopes.js';
import { askFederation } from './ask-federation.js';
import { findRecord } from './find-record.js';
import { getCollection, listCollections } from './collections.js';
import { ingestDocuments } from './ingest-documents.js';
import { diagnose } from './diagnose.js';
import { getJob, listJobs } from './job-operations.js';
import { activateProject, deactivateProject, listProjects, purgeProject, reindexProject, renewProject } from './project-operations.js';
import { collectionStatistics } from './points/collection-statistics.js';
import { upsertPoints } from './points/upsert-points.js';
import { addSource, getSource, getWholeSource, listSources, syncSource } from './source-operations.js';
import { foldersOf, placedSources, withFolders, withHitFolders } from './source-folders.js';
import { readStatus } from './status.js';
import { storeText } from './store-text.js';
import { CollectionCounts } from './visible-counts.js';
import type { GatewayCollaborators } from './use-cases.js';

/** Answers every operation from the queues, the catalog and the engines, and checks each caller’s scope. */
export class GatewayOperations implements Operations {
  readonly #with: GatewayCollaborators & { readonly counts: CollectionCounts };

  constructor(collaborators: GatewayCollaborators) {
    this.#with = { ...collaborators, counts: new CollectionCounts(collaborators.engines) };
  }

  async search(request: SearchRequest, { principal, signal }: CallContext) {
    requireScope(principal, 'search:read');
    requireNoReadersAsked(principal, request);
    await this.#with.limits.search(principal);
    const { queues, catalog } = this.#with;
    const [answer, sources] = await Promise.all([
      askFederation(queues, request, { principal, signal }),
      placedSources(catalog, principal, { deadline: Deadline.in(timeOf(request)), signal }),
    ]);
    return withHitFolders(answer, sources);
  }

  async whyNot(request: WhyNotRequest, { principal, signal }: CallContext) {
    requireScope(principal, 'search:read');
    requireNoReadersAsked(principal, request);
    await this.#with.limits.search(principal);
    return this.#with.whyNot.run(request, { principal, signal, deadline: Deadline.in(request.deadline_ms) });
  }

  async fetch(input: FetchInput, context: CallContext) {
    requireScope(context.principal, 'search:read');
    return this.#with.fetchDocument.run(input, context);
  }

  async store(input: StoreInput, context: CallContext) {
    requireScope(context.principal, 'documents:write');
    return this.#with.limits.ingest(context.principal, () => storeText(this.#with, input, context));
  }

  async ingestDocuments(documents: readonly DocumentInput[], { principal }: CallContext) {
    requireScope(principal, 'documents:write');
    return this.#with.limits.ingest(principal, () => ingestDocuments(this.#with, documents, principal));
  }

  async delete(input: DeleteInput, context: CallContext) {
    requireScope(context.principal, 'documents:write');
    requireNoReadersAsked(context.principal, input);
    return this.#with.deleteDocuments.run(input, { ...context, writer: writerOf(context.principal) });
  }

  async listCollections({ principal }: CallContext) {
    requireScope(principal, 'search:read');
    return withFolders(this.#with.catalog, principal, await listCollections(this.#with, principal));
  }

  async getCollection(name: string, { principal }: CallContext) {
    requireScope(principal, 'search:read');
    const summary = await getCollection(this.#with, name, principal);
    return { ...summary, ...(await foldersOf(this.#with.catalog, principal, name)) };
  }

  async removeCollection(name: string, { principal }: CallContext) {
    requireScope(principal, 'admin');
    await getCollection(this.#with, name, principal);
    const removed = await this.#with.removeCollection.run(name);
    if (removed.adopted !== undefined) await this.#with.adoption.release(removed);
  }

  async describeCollection(name: string, input: CollectionDescription, context: CallContext) {
    const { principal } = context;
    requireScope(principal, 'documents:write');
    // It answers with what the collection holds.
    requireScope(principal, 'search:read');
    await getCollection(this.#with, name, principal);
    const isGenerated = 'from_documents' in input;
    const description = isGenerated ? await this.#with.describeDocuments.run(name, context) : input.description;
    await this.#with.ensureCollection.run(name, { description, isGenerated, writer: writerOf(principal) });
    return getCollection(this.#with, name, principal);
  }

  async getPoints(input: PointsInput, context: CallContext) {
    requireScope(context.principal, 'search:read');
    requireNoReadersAsked(context.principal, input);
    return this.#with.readPoints.run(input, context);
  }

  async upsertPoints(input: UpsertPointsInput, context: CallContext) {
    requireScope(context.principal, 'documents:write');
    return this.#with.limits.ingest(context.principal, () => upsertPoints(this.#with, input, context));
  }

  async createCollection(input: CreateCollectionInput, { principal }: CallContext) {
    requireScope(principal, 'documents:write');
    requireWritable(principal, input.name);
    await this.#with.createCollection.run(input, { writer: writerOf(principal) });
    return getCollection(this.#with, input.name, principal);
  }

  async emptyCollection(name: string, context: CallContext) {
    requireScope(context.principal, 'documents:write');
    const record = await findRecord(this.#with, name, context.principal);
    return this.#with.emptyCollection.run(record, { ...context, writer: writerOf(context.principal) });
  }

  async getStatistics(name: string, context: CallContext) {
    requireScope(context.principal, 'search:read');
    return collectionStatistics(this.#with, name, context);
  }

  async getMap(input: MapInput, context: CallContext) {
    requireScope(context.principal, 'search:read');
    await this.#with.limits.search(context.principal);
    return this.#with.readMap.run(input, context);
  }

  async placeOnMap(input: PlaceInput, context: CallContext) {
    requireScope(context.principal, 'search:read');
    await this.#with.limits.search(context.principal);
    return this.#with.readMap.place(input, context);
  }

  async migrateCollection(input: MigrateInput, { principal }: CallContext) {
    requireScope(principal, 'admin');
    requireMovable(principal, input, this.#with.engines);
    return this.#with.migration.run(input);
  }

  async reembedCollection(input: ReembedInput, { principal }: CallContext) {
    requireScope(principal, 'admin');
    requireWritable(principal, input.collection);
    return this.#with.migration.reembed(input);
  }

  async getMigration(collection: string, { principal }: CallContext) {
    requireScope(principal, 'admin');
    requireWritable(principal, collection);
    return this.#with.migration.status(collection, (copy) => mayWrite(principal, copy));
  }

  async adoptCollections(input: AdoptInput, { principal, signal }: CallContext) {
    requireScope(principal, 'admin');
    requireAdoptable(principal, input);
    return this.#with.adoption.adopt(input, signal);
  }

  async addSource(input: SourceInput, context: CallContext) {
    requireScope(context.principal, 'documents:write');
    return this.#with.limits.ingest(context.principal, () => addSource(this.#with, input, context));
  }

  async listSources({ principal }: CallContext) {
    requireScope(principal, 'search:read');
    return listSources(this.#with, principal);
  }

  async syncSource(id: string, { confirmed }: { readonly confirmed: boolean }, { principal }: CallContext) {
    requireScope(principal, confirmed ? 'admin' : 'documents:write');
    return syncSource(this.#with, { id, confirmed, principal });
  }

  async pauseSource(id: string, { principal }: CallContext) {
    requireScope(principal, 'documents:write');
    await getWholeSource(this.#with, id, principal);
    await this.#with.pauseSource.pause(id, { writer: writerOf(principal) });
    return getSource(this.#with, id, principal);
  }

  async resumeSource(id: string, { principal }: CallContext) {
    requireScope(principal, 'documents:write');
    await getWholeSource(this.#with, id, principal);
    await this.#with.pauseSource.resume(id, { writer: writerOf(principal) });
    return getSource(this.#with, id, principal);
  }

  async removeSource(id: string, { keepDocuments }: { readonly keepDocuments: boolean }, { principal }: CallContext) {
    requireScope(principal, (await isHisAlone(this.#with.catalog, id, principal)) ? 'documents:write' : 'admin');
    await getWholeSource(this.#with, id, principal);
    await this.#with.removeSource.run({ sourceId: id, keepDocuments });
  }

  async activateProject(input: ActivateProjectInput, context: CallContext) {
    requireScope(context.principal, 'documents:write');
    return activateProject(this.#with, input, context);
  }

  async renewProject(input: RenewProjectInput, context: CallContext) {
    requireScope(context.principal, 'documents:write');
    return renewProject(this.#with, input, context);
  }

  async deactivateProject(input: DeactivateProjectInput, context: CallContext) {
    requireScope(context.principal, 'documents:write');
    return deactivateProject(this.#with, input, context);
  }

  async listProjects(context: CallContext) {
    requireScope(context.principal, 'search:read');
    return listProjects(this.#with, context);
  }

  async reindexProject(input: ReindexProjectInput, context: CallContext) {
    requireScope(context.principal, 'documents:write');
    return reindexProject(this.#with, input, context);
  }

  async purgeProject(input: PurgeProjectInput, context: CallContext) {
    requireScope(context.principal, 'documents:write');
    return purgeProject(this.#with, input, context);
  }

  async listJobs(query: JobQuery, { principal }: CallContext) {
    requireScope(principal, 'search:read');
    return listJobs(this.#with, query, principal);
  }

  async getJob(id: string, { principal }: CallContext) {
    requireScope(principal, 'search:read');
    return getJob(this.#with, id, principal);
  }

  async redriveJob(id: string, { principal }: CallContext) {
    requireScope(principal, 'admin');
    await getJob(this.#with, id, principal);
    await this.#with.queues.redrive(id);
  }

  async cancelJob(id: string, { principal }: CallContext) {
    requireScope(principal, 'admin');
    await getJob(this.#with, id, principal);
    await this.#with.queues.cancel(id);
  }

  async doctor(input: DoctorInput, context: CallContext) {
    requireScope(context.principal, 'admin');
    return diagnose(this.#with.doctor, input, context);
  }

  async status(context: CallContext) {
    requireScope(context.principal, 'search:read');
    return readStatus(this.#with, context);
  }
}
