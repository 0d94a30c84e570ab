import {
  routes,
  type CallContext,
  type JobQuery,
  type JobSummary,
  type Operations,
  type Route,
  type SessionInput,
} from '@tributary/contracts';
import type { z } from 'zod';
import type { HttpConnection } from '../http/http-connection.js';
import { filledPath, type RequestParts, type RouteRequest } from '../http/route-request.js';

type Signalled = Pick<CallContext, 'signal'>;

/** Every operation over the HTTP API, each by its route. The principal of the context is the server’s business: the token says who calls. */
export class HttpOperations implements Operations {
  readonly #http: HttpConnection;

  constructor(connection: HttpConnection) {
    this.#http = connection;
  }

  readonly search: Operations['search'] = (body, context) => this.#call(routes.search, { body }, context);

  readonly whyNot: Operations['whyNot'] = (body, context) => this.#call(routes.whyNot, { body }, context);

  readonly fetch: Operations['fetch'] = (body, context) => this.#call(routes.fetch, { body }, context);

  readonly store: Operations['store'] = (body, context) => this.#call(routes.store, { body }, context);

  readonly ingestDocuments: Operations['ingestDocuments'] = async (documents, context) =>
    (await this.#call(routes.ingestDocuments, { body: { documents: [...documents] } }, context)).documents;

  readonly delete: Operations['delete'] = (body, context) => this.#call(routes.delete, { body }, context);

  readonly listCollections: Operations['listCollections'] = async (context) =>
    (await this.#call(routes.listCollections, {}, context)).collections;

  readonly getCollection: Operations['getCollection'] = (name, context) => this.#call(routes.getCollection, { path: { name } }, context);

  readonly removeCollection: Operations['removeCollection'] = async (name, context) => {
    await this.#call(routes.removeCollection, { path: { name }, query: { confirm: name } }, context);
  };

  readonly adoptCollections: Operations['adoptCollections'] = ({ collection: name, ...body }, context) =>
    this.#call(routes.adoptCollections, { path: { name }, body }, context);

  readonly migrateCollection: Operations['migrateCollection'] = ({ from: name, ...body }, context) =>
    this.#call(routes.migrateCollection, { path: { name }, body }, context);

  readonly reembedCollection: Operations['reembedCollection'] = ({ collection: name, ...body }, context) =>
    this.#call(routes.reembedCollection, { path: { name }, body }, context);

  readonly getMigration: Operations['getMigration'] = (name, context) => this.#call(routes.getMigration, { path: { name } }, context);

  readonly describeCollection: Operations['describeCollection'] = (name, body, context) =>
    this.#call(routes.describeCollection, { path: { name }, body }, context);

  readonly getPoints: Operations['getPoints'] = ({ collection: name, ...body }, context) =>
    this.#call(routes.getPoints, { path: { name }, body }, context);

  readonly upsertPoints: Operations['upsertPoints'] = ({ collection: name, ...body }, context) =>
    this.#call(routes.upsertPoints, { path: { name }, body }, context);

  readonly createCollection: Operations['createCollection'] = (body, context) => this.#call(routes.createCollection, { body }, context);

  readonly emptyCollection: Operations['emptyCollection'] = (name, context) =>
    this.#call(routes.emptyCollection, { path: { name }, query: { confirm: name } }, context);

  readonly getStatistics: Operations['getStatistics'] = (name, context) => this.#call(routes.getStatistics, { path: { name } }, context);

  readonly getMap: Operations['getMap'] = ({ collection: name, ...query }, context) =>
    this.#call(routes.getMap, { path: { name }, query }, context);

  readonly placeOnMap: Operations['placeOnMap'] = ({ collection: name, ...body }, context) =>
    this.#call(routes.placeOnMap, { path: { name }, body }, context);

  readonly addSource: Operations['addSource'] = (body, context) => this.#call(routes.addSource, { body }, context);

  readonly listSources: Operations['listSources'] = async (context) => (await this.#call(routes.listSources, {}, context)).sources;

  readonly syncSource: Operations['syncSource'] = (id, { confirmed }, context) =>
    this.#call(routes.syncSource, { path: { id }, body: { confirmed } }, context);

  readonly pauseSource: Operations['pauseSource'] = (id, context) => this.#call(routes.pauseSource, { path: { id } }, context);

  readonly resumeSource: Operations['resumeSource'] = (id, context) => this.#call(routes.resumeSource, { path: { id } }, context);

  readonly removeSource: Operations['removeSource'] = async (id, { keepDocuments }, context) => {
    await this.#call(routes.removeSource, { path: { id }, query: keepDocuments ? { keep: 'documents' } : {} }, context);
  };

  readonly activateProject: Operations['activateProject'] = (body, context) => this.#call(routes.activateProject, { body }, context);

  readonly renewProject: Operations['renewProject'] = (body, context) => this.#call(routes.renewProject, { body }, context);

  readonly deactivateProject: Operations['deactivateProject'] = (body, context) => this.#call(routes.deactivateProject, { body }, context);

  readonly listProjects: Operations['listProjects'] = async (context) => (await this.#call(routes.listProjects, {}, context)).projects;

  readonly reindexProject: Operations['reindexProject'] = (body, context) => this.#call(routes.reindexProject, { body }, context);

  readonly purgeProject: Operations['purgeProject'] = (body, context) => this.#call(routes.purgeProject, { body }, context);

  readonly listJobs: Operations['listJobs'] = async (query, context) => (await this.#call(routes.listJobs, { query }, context)).jobs;

  readonly getJob: Operations['getJob'] = (id, context) => this.#call(routes.getJob, { path: { id } }, context);

  readonly redriveJob: Operations['redriveJob'] = async (id, context) => {
    await this.#call(routes.redriveJob, { path: { id } }, context);
  };

  readonly cancelJob: Operations['cancelJob'] = async (id, context) => {
    await this.#call(routes.cancelJob, { path: { id } }, context);
  };

  readonly doctor: Operations['doctor'] = (body, context) => this.#call(routes.doctor, { body }, context);

  readonly status: Operations['status'] = (context) => this.#call(routes.status, {}, context);

  /** The jobs that fit, each time one of them changes, until the signal aborts. */
  async *followJobs(query: JobQuery, { signal }: CallContext): AsyncGenerator<readonly JobSummary[]> {
    const { answer, path } = routes.listJobs;
    for await (const { jobs } of this.#http.follow(answer, { path, query, signal })) yield jobs;
  }

  /** The last calls of assistants, where they are kept. */
  readonly assistantCalls = (context: Signalled) => this.#call(routes.assistantCalls, {}, context);

  /** Who calls. */
  readonly session = (context: Signalled) => this.#call(routes.session, {}, context);

  /** Gives this browser a session, as a cookie. @throws `AUTH.CODE_INVALID`, `AUTH.TOKEN_INVALID` */
  readonly signIn = (body: SessionInput, context: Signalled) => this.#call(routes.signIn, { body }, context);

  /** Ends the session of this browser. @returns where one signs out at the issuer, too */
  readonly signOut = (context: Signalled) => this.#call(routes.signOut, {}, context);

  #call<R extends Route>(route: R, request: RouteRequest<R> & RequestParts, { signal }: Signalled): Promise<z.output<R['answer']>> {
    const { path, ...parts }: RequestParts = request;
    return this.#http.call<R['answer']>(route.answer, { ...parts, method: route.method, path: filledPath(route.path, path), signal });
  }
}
