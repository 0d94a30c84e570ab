import type {
  ActivateProjectInput,
  AdoptAnswer,
  AdoptInput,
  CallContext,
  CollectionDescription,
  CollectionSummary,
  CreateCollectionInput,
  DeactivateProjectInput,
  DeleteInput,
  DoctorAnswer,
  DoctorInput,
  DocumentInput,
  Drift,
  Uncompared,
  DocumentOutcome,
  FetchAnswer,
  FetchInput,
  JobQuery,
  JobSummary,
  MapInput,
  MigrateInput,
  MigrationSummary,
  Operations,
  PlaceInput,
  PointsInput,
  PurgeProjectInput,
  ReembedInput,
  ReindexProjectInput,
  RenewProjectInput,
  SearchRequest,
  SourceInput,
  SourceSummary,
  StoreInput,
  UpsertPointsInput,
  WhyNotAnswer,
  WhyNotRequest,
} from '@tributary/contracts';
import { formatDocumentUri, permanent, retryable } from '@tributary/kernel';
import { documentId, formatWriteToken, sha256Hex } from '@tributary/kernel/ids';
import { MemoryDocuments } from './memory-documents.js';
import { fitsFilter } from './memory-filter.js';
import { MemoryPoints, memoryPointId } from './memory-points.js';
import { MemoryProjects } from './memory-projects.js';
import { MemorySources } from './memory-sources.js';
import { searchMemory } from './memory-search.js';
import { whyNotInMemory } from './memory-why-not.js';
import { memoryStatus, summariseMemory } from './memory-summaries.js';

interface MemoryOperationsOptions {
  /** This many calls of `ingestDocuments` are answered with `INGEST.OVERLOADED` first. */
  readonly overloads?: number;
}

/** All operations over texts in memory: what the surfaces (MCP, CLI, HTTP) are tested against. Search finds documents by words; a query `wait for cancel` ends only when it is cancelled. */
export class MemoryOperations implements Operations {
  readonly documents = new MemoryDocuments();
  readonly jobs = new Map<string, JobSummary>();
  /** Queries that were cancelled while they waited. */
  readonly cancelled: string[] = [];
  readonly #points = new MemoryPoints(this.documents);
  readonly #projects = new MemoryProjects(this.documents);
  readonly #sources = new MemorySources(this.documents, this.jobs);
  readonly #descriptions = new Map<string, string>();
  #overloads: number;

  constructor({ overloads = 0 }: MemoryOperationsOptions = {}) {
    this.#overloads = overloads;
  }

  async search(request: SearchRequest, { signal }: CallContext) {
    if (request.query === 'wait for cancel') await this.#untilCancelled(request.query, signal);
    return searchMemory(this.documents, request);
  }

  /** Tells shown, judged low and unknown apart. */
  whyNot({ uri, ...request }: WhyNotRequest): Promise<WhyNotAnswer> {
    return Promise.resolve(whyNotInMemory(this.documents, { uri, request }));
  }

  fetch({ uri, start_line: from = 1, start_column: column = 1, end_line: to, token_budget: budget }: FetchInput): Promise<FetchAnswer> {
    const document = this.documents.find(uri);
    const lines = document.content.split('\n').slice(from - 1, to);
    const whole = lines.join('\n').slice(Math.min(column - 1, lines[0]?.length ?? 0));
    const content = whole.slice(0, Math.floor(budget * 3.5));
    const end = content.split('\n');
    return Promise.resolve({
      uri,
      collection: document.collection,
      title: document.title ?? document.id,
      ...(document.path === undefined ? {} : { path: document.path }),
      range: {
        start: [from, column],
        end: [from + end.length - 1, Math.max(1, (end.length === 1 ? column - 1 : 0) + (end.at(-1)?.length ?? 1))],
      },
      version: document.version,
      chunks: 1,
      content,
      truncated: content.length < whole.length,
      metadata: document.metadata ?? {},
    });
  }

  store({ text, collection, id = sha256Hex(text), title, metadata }: StoreInput) {
    const version = this.documents.put({
      v: 1,
      collection,
      id,
      content: text,
      ...(title === undefined ? {} : { title }),
      ...(metadata === undefined ? {} : { metadata }),
    });
    return Promise.resolve({
      uri: formatDocumentUri({ collection, key: id }),
      id: documentId(collection, id),
      point_id: memoryPointId({ collection, id }),
      collection,
      version,
      chunks: 1,
      searchable: true,
      token: formatWriteToken({ collections: { [collection]: version } }),
    });
  }

  ingestDocuments(documents: readonly DocumentInput[]): Promise<readonly DocumentOutcome[]> {
    if (this.#overloads > 0) {
      this.#overloads -= 1;
      return Promise.reject(
        retryable('INGEST.OVERLOADED', 'Too much is waiting: send it again later.', { category: 'overloaded', retryAfterMs: 5 }),
      );
    }
    return Promise.resolve(
      documents.map((document): DocumentOutcome => {
        const { id, collection, content } = document;
        if (content.trim() === '')
          return { id, collection, status: 'refused', error: { code: 'DOCUMENT.NO_TEXT', message: 'The text is empty.' } };
        const version = this.documents.put(document);
        return { id, collection, status: 'accepted', version, token: formatWriteToken({ collections: { [collection]: version } }) };
      }),
    );
  }

  delete({ ids, filter, collection, dry_run: isDry }: DeleteInput) {
    if (filter !== undefined && Object.keys(filter).length === 0)
      throw permanent('DELETE.EMPTY_FILTER', 'An empty filter would delete everything: write a condition.');
    const doomed = this.documents.list().filter((document) => {
      const names = [
        formatDocumentUri({ collection: document.collection, key: document.id }),
        document.id,
        documentId(document.collection, document.id),
        memoryPointId(document),
      ];
      if (collection !== undefined && document.collection !== collection) return false;
      const point = { id: memoryPointId(document), payload: document };
      return ids === undefined ? fitsFilter(filter ?? {}, point) : ids.some((id) => names.includes(id.replace(/#\d+$/, '')));
    });
    if (!isDry) for (const document of doomed) this.documents.remove(document);
    return Promise.resolve({ documents: doomed.length, chunks: doomed.length, dry_run: isDry });
  }

  adoptCollections({ engine }: AdoptInput): Promise<AdoptAnswer> {
    return Promise.reject(permanent('ENGINE.UNKNOWN', `No engine is configured under the name ${engine}.`, { category: 'not_found' }));
  }

  migrateCollection({ from }: MigrateInput): Promise<MigrationSummary> {
    return Promise.reject(permanent('COLLECTION.NOT_FOUND', `There is no collection ${from}.`, { category: 'not_found' }));
  }

  reembedCollection({ collection }: ReembedInput): Promise<MigrationSummary> {
    return Promise.reject(permanent('COLLECTION.NOT_FOUND', `There is no collection ${collection}.`, { category: 'not_found' }));
  }

  getMigration(collection: string): Promise<MigrationSummary> {
    return Promise.reject(permanent('MIGRATION.NOT_FOUND', `${collection} has not been moved.`, { category: 'not_found' }));
  }

  listCollections(): Promise<readonly CollectionSummary[]> {
    const described = ({ name, description, ...rest }: CollectionSummary) => ({
      ...rest,
      name,
      description: this.#descriptions.get(name) ?? description,
    });
    return Promise.resolve(summariseMemory(this.documents).map(described));
  }

  async getCollection(name: string): Promise<CollectionSummary> {
    const found = (await this.listCollections()).find((summary) => summary.name === name);
    if (found) return found;
    throw permanent('COLLECTION.NOT_FOUND', `There is no collection ${name}.`, { category: 'not_found' });
  }

  async removeCollection(name: string) {
    await this.getCollection(name);
    this.documents.created.delete(name);
    for (const document of this.documents.list()) if (document.collection === name) this.documents.remove(document);
  }

  async describeCollection(name: string, input: CollectionDescription): Promise<CollectionSummary> {
    await this.getCollection(name);
    this.#descriptions.set(name, 'description' in input ? input.description : `What ${name} holds.`);
    return this.getCollection(name);
  }

  async getPoints(input: PointsInput) {
    return Promise.resolve(this.#points.get(input));
  }

  async getMap(input: MapInput) {
    return Promise.resolve(this.#points.map(input));
  }

  async placeOnMap(input: PlaceInput) {
    return Promise.resolve(this.#points.place(input));
  }

  async upsertPoints(input: UpsertPointsInput) {
    return Promise.resolve(this.#points.upsert(input));
  }

  createCollection(input: CreateCollectionInput): Promise<CollectionSummary> {
    this.#points.create(input);
    if (input.description !== '') this.#descriptions.set(input.name, input.description);
    return this.getCollection(input.name);
  }

  async emptyCollection(name: string) {
    return Promise.resolve(this.#points.empty(name));
  }

  async getStatistics(name: string) {
    return Promise.resolve(this.#points.statistics(name));
  }

  addSource(input: SourceInput) {
    return this.#sources.add(input);
  }

  listSources(): Promise<readonly SourceSummary[]> {
    return Promise.resolve(this.#sources.list());
  }

  syncSource(id: string) {
    return Promise.resolve({ job_id: this.#sources.sync(id) });
  }

  pauseSource(id: string) {
    return Promise.resolve(this.#sources.setState(id, 'paused'));
  }

  resumeSource(id: string) {
    return Promise.resolve(this.#sources.setState(id, 'idle'));
  }

  removeSource(id: string, { keepDocuments }: { readonly keepDocuments: boolean }) {
    if (!this.#projects.remove(id)) this.#sources.remove(id, keepDocuments);
    return Promise.resolve();
  }

  activateProject(input: ActivateProjectInput) {
    return this.#projects.activate(input);
  }

  renewProject(input: RenewProjectInput) {
    return this.#projects.activate({ ...input, index_only: false }).then(({ project }) => project);
  }

  deactivateProject(input: DeactivateProjectInput) {
    return this.#projects.deactivate(input);
  }

  listProjects() {
    return Promise.resolve(this.#projects.list());
  }

  reindexProject(input: ReindexProjectInput) {
    return this.#projects.reindex(input);
  }

  purgeProject(input: PurgeProjectInput) {
    return this.#projects.purge(input);
  }

  listJobs({ queue, state, limit }: JobQuery): Promise<readonly JobSummary[]> {
    const matching = [...this.jobs.values()].filter(
      (job) => (queue === undefined || job.queue === queue) && (state === undefined || job.state === state),
    );
    return Promise.resolve(matching.slice(0, limit));
  }

  async getJob(id: string): Promise<JobSummary> {
    const job = this.jobs.get(id);
    if (job) return Promise.resolve(job);
    throw permanent('JOB.NOT_FOUND', `There is no job ${id}.`, { category: 'not_found' });
  }

  async redriveJob(id: string) {
    this.jobs.set(id, { ...(await this.getJob(id)), state: 'waiting' });
  }

  async cancelJob(id: string) {
    this.jobs.set(id, { ...(await this.getJob(id)), state: 'cancelled' });
  }

  /** What `doctor` finds; a repair mends all of it. */
  drifts: readonly Drift[] = [];
  /** What it leaves out. */
  uncompared: readonly Uncompared[] = [];

  doctor({ repair }: DoctorInput): Promise<DoctorAnswer> {
    const examples = [...this.drifts];
    if (repair) this.drifts = [];
    const left = this.drifts.length;
    const drift = {
      found: examples.length,
      repaired: examples.length - left,
      remaining: left,
      examples,
      left: [],
      uncompared: [...this.uncompared],
    };
    return Promise.resolve({ healthy: left === 0, checks: [{ name: 'catalog', status: 'ok', detail: 'in memory' }], drift });
  }

  status() {
    return Promise.resolve(memoryStatus(this.documents, { sources: this.#sources.list(), jobs: [...this.jobs.values()] }));
  }

  #untilCancelled(query: string, signal: AbortSignal): Promise<never> {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        this.cancelled.push(query);
        reject(permanent('CANCELLED', 'The call was cancelled.', { category: 'cancelled' }));
      });
    });
  }
}
