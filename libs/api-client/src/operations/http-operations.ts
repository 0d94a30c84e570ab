import {
  AdoptAnswer,
  AssistantCalls,
  CollectionMap,
  CollectionStatistics,
  CollectionSummary,
  DeleteAnswer,
  DoctorAnswer,
  DocumentOutcome,
  FetchAnswer,
  IngestAnswer,
  JobSummary,
  MigrationSummary,
  PlaceAnswer,
  PointsAnswer,
  ProjectActivation,
  ProjectSummary,
  PurgeAnswer,
  ReindexAnswer,
  SearchAnswer,
  SessionAnswer,
  SignOutAnswer,
  SourceSummary,
  StatusAnswer,
  StoreAnswer,
  UpsertPointsAnswer,
  WhyNotAnswer,
  type ActivateProjectInput,
  type AdoptInput,
  type CallContext,
  type CollectionDescription,
  type CreateCollectionInput,
  type DeactivateProjectInput,
  type DeleteInput,
  type DoctorInput,
  type DocumentInput,
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
  type SessionInput,
  type SourceInput,
  type StoreInput,
  type UpsertPointsInput,
  type WhyNotRequest,
} from '@tributary/contracts';
import { z } from 'zod';
import type { HttpConnection } from '../http/http-connection.js';

const Nothing = z.object({});
const Collections = z.object({ collections: z.array(CollectionSummary) });
const Sources = z.object({ sources: z.array(SourceSummary) });
const Jobs = z.object({ jobs: z.array(JobSummary) });
const Outcomes = z.object({ documents: z.array(DocumentOutcome) });
const Emptied = z.object({ points: z.number().int().nonnegative() });
const Projects = z.object({ projects: z.array(ProjectSummary) });
const JobReference = z.object({ job_id: z.string() });

/** Every operation over the HTTP API. The principal of the context is the server’s business: the token says who calls. */
export class HttpOperations implements Operations {
  readonly #http: HttpConnection;

  constructor(connection: HttpConnection) {
    this.#http = connection;
  }

  search(body: SearchRequest, { signal }: CallContext) {
    return this.#http.call(SearchAnswer, { method: 'POST', path: '/api/search', body, signal });
  }

  whyNot(body: WhyNotRequest, { signal }: CallContext) {
    return this.#http.call(WhyNotAnswer, { method: 'POST', path: '/api/why-not', body, signal });
  }

  fetch(body: FetchInput, { signal }: CallContext) {
    return this.#http.call(FetchAnswer, { method: 'POST', path: '/api/fetch', body, signal });
  }

  store(body: StoreInput, { signal }: CallContext) {
    return this.#http.call(StoreAnswer, { method: 'POST', path: '/api/store', body, signal });
  }

  async ingestDocuments(documents: readonly DocumentInput[], { signal }: CallContext) {
    const answer = await this.#http.call(Outcomes, { method: 'POST', path: '/api/documents', body: { documents }, signal });
    return answer.documents;
  }

  delete(body: DeleteInput, { signal }: CallContext) {
    return this.#http.call(DeleteAnswer, { method: 'POST', path: '/api/delete', body, signal });
  }

  async listCollections({ signal }: CallContext) {
    return (await this.#http.call(Collections, { method: 'GET', path: '/api/collections', signal })).collections;
  }

  getCollection(name: string, { signal }: CallContext) {
    return this.#http.call(CollectionSummary, { method: 'GET', path: `/api/collections/${encodeURIComponent(name)}`, signal });
  }

  async removeCollection(name: string, { signal }: CallContext) {
    await this.#http.call(Nothing, {
      method: 'DELETE',
      path: `/api/collections/${encodeURIComponent(name)}`,
      query: { confirm: name },
      signal,
    });
  }

  getMap({ collection, limit, components }: MapInput, { signal }: CallContext) {
    const query = { limit, components };
    return this.#http.call(CollectionMap, { method: 'GET', path: `/api/collections/${encodeURIComponent(collection)}/map`, query, signal });
  }

  placeOnMap({ collection, ...body }: PlaceInput, { signal }: CallContext) {
    return this.#http.call(PlaceAnswer, { method: 'POST', path: `/api/collections/${encodeURIComponent(collection)}/map`, body, signal });
  }

  adoptCollections({ collection, ...body }: AdoptInput, { signal }: CallContext) {
    return this.#http.call(AdoptAnswer, { method: 'POST', path: `/api/collections/${encodeURIComponent(collection)}/adopt`, body, signal });
  }

  migrateCollection({ from, ...body }: MigrateInput, { signal }: CallContext) {
    return this.#http.call(MigrationSummary, {
      method: 'POST',
      path: `/api/collections/${encodeURIComponent(from)}/migrate`,
      body,
      signal,
    });
  }

  reembedCollection({ collection, ...body }: ReembedInput, { signal }: CallContext) {
    return this.#http.call(MigrationSummary, {
      method: 'POST',
      path: `/api/collections/${encodeURIComponent(collection)}/reembed`,
      body,
      signal,
    });
  }

  getMigration(collection: string, { signal }: CallContext) {
    return this.#http.call(MigrationSummary, {
      method: 'GET',
      path: `/api/collections/${encodeURIComponent(collection)}/migrate`,
      signal,
    });
  }

  describeCollection(name: string, body: CollectionDescription, { signal }: CallContext) {
    return this.#http.call(CollectionSummary, {
      method: 'POST',
      path: `/api/collections/${encodeURIComponent(name)}/describe`,
      body,
      signal,
    });
  }

  getPoints({ collection, ...body }: PointsInput, { signal }: CallContext) {
    return this.#http.call(PointsAnswer, { method: 'POST', path: pointsOf(collection), body, signal });
  }

  upsertPoints({ collection, ...body }: UpsertPointsInput, { signal }: CallContext) {
    return this.#http.call(UpsertPointsAnswer, { method: 'PUT', path: pointsOf(collection), body, signal });
  }

  createCollection(body: CreateCollectionInput, { signal }: CallContext) {
    return this.#http.call(CollectionSummary, { method: 'POST', path: '/api/collections', body, signal });
  }

  emptyCollection(name: string, { signal }: CallContext) {
    return this.#http.call(Emptied, { method: 'DELETE', path: pointsOf(name), query: { confirm: name }, signal });
  }

  getStatistics(name: string, { signal }: CallContext) {
    const path = `/api/collections/${encodeURIComponent(name)}/statistics`;
    return this.#http.call(CollectionStatistics, { method: 'GET', path, signal });
  }

  addSource(body: SourceInput, { signal }: CallContext) {
    return this.#http.call(IngestAnswer, { method: 'POST', path: '/api/sources', body, signal });
  }

  async listSources({ signal }: CallContext) {
    return (await this.#http.call(Sources, { method: 'GET', path: '/api/sources', signal })).sources;
  }

  syncSource(id: string, { confirmed }: { readonly confirmed: boolean }, { signal }: CallContext) {
    return this.#http.call(JobReference, {
      method: 'POST',
      path: `/api/sources/${encodeURIComponent(id)}/sync`,
      body: { confirmed },
      signal,
    });
  }

  pauseSource(id: string, { signal }: CallContext) {
    return this.#http.call(SourceSummary, { method: 'POST', path: `/api/sources/${encodeURIComponent(id)}/pause`, signal });
  }

  resumeSource(id: string, { signal }: CallContext) {
    return this.#http.call(SourceSummary, { method: 'POST', path: `/api/sources/${encodeURIComponent(id)}/resume`, signal });
  }

  async removeSource(id: string, { keepDocuments }: { readonly keepDocuments: boolean }, { signal }: CallContext) {
    const query = keepDocuments ? { keep: 'documents' } : {};
    await this.#http.call(Nothing, { method: 'DELETE', path: `/api/sources/${encodeURIComponent(id)}`, query, signal });
  }

  activateProject(body: ActivateProjectInput, { signal }: CallContext) {
    return this.#http.call(ProjectActivation, { method: 'POST', path: '/api/projects/activate', body, signal });
  }

  renewProject(body: RenewProjectInput, { signal }: CallContext) {
    return this.#http.call(ProjectSummary, { method: 'POST', path: '/api/projects/renew', body, signal });
  }

  deactivateProject(body: DeactivateProjectInput, { signal }: CallContext) {
    return this.#http.call(ProjectSummary, { method: 'POST', path: '/api/projects/deactivate', body, signal });
  }

  async listProjects({ signal }: CallContext) {
    return (await this.#http.call(Projects, { method: 'GET', path: '/api/projects', signal })).projects;
  }

  reindexProject(body: ReindexProjectInput, { signal }: CallContext) {
    return this.#http.call(ReindexAnswer, { method: 'POST', path: '/api/projects/reindex', body, signal });
  }

  purgeProject(body: PurgeProjectInput, { signal }: CallContext) {
    return this.#http.call(PurgeAnswer, { method: 'POST', path: '/api/projects/purge', body, signal });
  }

  async listJobs(query: JobQuery, { signal }: CallContext) {
    return (await this.#http.call(Jobs, { method: 'GET', path: '/api/jobs', query, signal })).jobs;
  }

  /** The jobs that fit, each time one of them changes, until the signal aborts. */
  async *followJobs(query: JobQuery, { signal }: CallContext): AsyncGenerator<readonly JobSummary[]> {
    for await (const { jobs } of this.#http.follow(Jobs, { path: '/api/jobs', query, signal })) yield jobs;
  }

  /** The last calls of assistants, where they are kept. */
  assistantCalls({ signal }: Pick<CallContext, 'signal'>) {
    return this.#http.call(AssistantCalls, { method: 'GET', path: '/api/assistant-calls', signal });
  }

  /** Who calls. */
  session({ signal }: Pick<CallContext, 'signal'>) {
    return this.#http.call(SessionAnswer, { method: 'GET', path: '/api/session', signal });
  }

  /** Gives this browser a session, as a cookie. @throws `AUTH.CODE_INVALID`, `AUTH.TOKEN_INVALID` */
  signIn(body: SessionInput, { signal }: Pick<CallContext, 'signal'>) {
    return this.#http.call(SessionAnswer, { method: 'POST', path: '/api/session', body, signal });
  }

  /** Ends the session of this browser. @returns where one signs out at the issuer, too */
  signOut({ signal }: Pick<CallContext, 'signal'>) {
    return this.#http.call(SignOutAnswer, { method: 'DELETE', path: '/api/session', signal });
  }

  getJob(id: string, { signal }: CallContext) {
    return this.#http.call(JobSummary, { method: 'GET', path: `/api/jobs/${encodeURIComponent(id)}`, signal });
  }

  async redriveJob(id: string, { signal }: CallContext) {
    await this.#http.call(Nothing, { method: 'POST', path: `/api/jobs/${encodeURIComponent(id)}/redrive`, body: {}, signal });
  }

  async cancelJob(id: string, { signal }: CallContext) {
    await this.#http.call(Nothing, { method: 'POST', path: `/api/jobs/${encodeURIComponent(id)}/cancel`, body: {}, signal });
  }

  doctor(body: DoctorInput, { signal }: CallContext) {
    return this.#http.call(DoctorAnswer, { method: 'POST', path: '/api/doctor', body, signal });
  }

  status({ signal }: CallContext) {
    return this.#http.call(StatusAnswer, { method: 'GET', path: '/api/status', signal });
  }
}

function pointsOf(collection: string): string {
  return `/api/collections/${encodeURIComponent(collection)}/points`;
}
