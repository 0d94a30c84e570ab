import {
  searchQueue,
  timeOf,
  type AdoptInput,
  type CallContext,
  type CollectionDescription,
  type DeleteInput,
  type DocumentInput,
  type FetchInput,
  type JobQuery,
  type MigrateInput,
  type Operations,
  type SearchRequest,
  type SourceInput,
  type StoreInput,
  type WhyNotRequest,
} from '@tributary/contracts';
import { Deadline, permanent } from '@tributary/kernel';
import { requireScope } from '../access/scopes.js';
import { getCollection, listCollections } from './collections.js';
import { addSource, getSource, syncSource } from './source-operations.js';
import { readStatus } from './status.js';
import { storeText } from './store-text.js';
import type { GatewayCollaborators } from './use-cases.js';

/** Answers every operation from the queues, the catalog and the engines, and checks each caller’s scope. */
export class GatewayOperations implements Operations {
  readonly #with: GatewayCollaborators;

  constructor(collaborators: GatewayCollaborators) {
    this.#with = collaborators;
  }

  async search(request: SearchRequest, { principal, signal }: CallContext) {
    requireScope(principal, 'search:read');
    return this.#with.queues.request(searchQueue, { request, principal }, { deadline: Deadline.in(timeOf(request)), signal });
  }

  async whyNot(request: WhyNotRequest, { principal, signal }: CallContext) {
    requireScope(principal, 'search:read');
    return this.#with.whyNot.run(request, { principal, signal, deadline: Deadline.in(request.deadline_ms) });
  }

  async fetch(input: FetchInput, context: CallContext) {
    requireScope(context.principal, 'search:read');
    return this.#with.fetchDocument.run(input, context);
  }

  async store(input: StoreInput, { principal, signal }: CallContext) {
    requireScope(principal, 'documents:write');
    return storeText(this.#with, input, signal);
  }

  async ingestDocuments(documents: readonly DocumentInput[], { principal }: CallContext) {
    requireScope(principal, 'documents:write');
    return this.#with.acceptDocuments.run(documents);
  }

  async delete(input: DeleteInput, context: CallContext) {
    requireScope(context.principal, 'documents:write');
    return this.#with.deleteDocuments.run(input, context);
  }

  async listCollections({ principal }: CallContext) {
    requireScope(principal, 'search:read');
    return listCollections(this.#with, principal);
  }

  async getCollection(name: string, { principal }: CallContext) {
    requireScope(principal, 'search:read');
    return getCollection(this.#with, name, principal);
  }

  async removeCollection(name: string, { principal }: CallContext) {
    requireScope(principal, 'admin');
    await getCollection(this.#with, name, principal);
    if (await this.#with.adoption.release(name)) return;
    await this.#with.removeCollection.run(name);
  }

  async describeCollection(name: string, input: CollectionDescription, context: CallContext) {
    const { principal } = context;
    requireScope(principal, 'documents:write');
    await getCollection(this.#with, name, principal);
    const isGenerated = 'from_documents' in input;
    const description = isGenerated ? await this.#with.describeDocuments.run(name, context) : input.description;
    await this.#with.ensureCollection.run(name, { description, isGenerated });
    return getCollection(this.#with, name, principal);
  }

  async migrateCollection(input: MigrateInput, { principal }: CallContext) {
    requireScope(principal, 'admin');
    return this.#with.migration.run(input);
  }

  async getMigration(collection: string, { principal }: CallContext) {
    requireScope(principal, 'admin');
    return this.#with.migration.status(collection);
  }

  async adoptCollections(input: AdoptInput, { principal, signal }: CallContext) {
    requireScope(principal, 'admin');
    return this.#with.adoption.adopt(input, signal);
  }

  async addSource(input: SourceInput, context: CallContext) {
    requireScope(context.principal, 'documents:write');
    return addSource(this.#with, input, context);
  }

  async listSources({ principal }: CallContext) {
    requireScope(principal, 'search:read');
    return this.#with.summariseSource.all();
  }

  async syncSource(id: string, { confirmed }: { readonly confirmed: boolean }, { principal }: CallContext) {
    requireScope(principal, confirmed ? 'admin' : 'documents:write');
    return syncSource(this.#with, id, confirmed);
  }

  async removeSource(id: string, { keepDocuments }: { readonly keepDocuments: boolean }, { principal }: CallContext) {
    requireScope(principal, 'admin');
    await getSource(this.#with, id);
    await this.#with.removeSource.run({ sourceId: id, keepDocuments });
  }

  async listJobs(query: JobQuery, { principal }: CallContext) {
    requireScope(principal, 'search:read');
    return this.#with.queues.list(query);
  }

  async getJob(id: string, { principal }: CallContext) {
    requireScope(principal, 'search:read');
    const job = await this.#with.queues.get(id);
    if (job) return job;
    throw permanent('JOB.NOT_FOUND', `There is no job ${id}; finished ones are remembered for an hour.`, { category: 'not_found' });
  }

  async redriveJob(id: string, { principal }: CallContext) {
    requireScope(principal, 'admin');
    await this.#with.queues.redrive(id);
  }

  async cancelJob(id: string, { principal }: CallContext) {
    requireScope(principal, 'admin');
    await this.#with.queues.cancel(id);
  }

  async status(context: CallContext) {
    requireScope(context.principal, 'search:read');
    return readStatus(this.#with, context);
  }
}
