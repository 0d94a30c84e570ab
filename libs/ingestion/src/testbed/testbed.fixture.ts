import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { allQueues, type AnyQueue } from '@tributary/contracts';
import { EmbeddingProviders, type EmbedOptions, type EmbeddingProvider } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { Catalog, Engines, physicalName, type Engine, type FullPoint } from '@tributary/engines-port';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { type Clock } from '@tributary/kernel';
import { JobHost } from '@tributary/messaging-port';
import { LocalQueues } from '@tributary/messaging-local';
import { FolderReader } from '@tributary/sources-folder';
import type { ReadOptions, ScanOptions, SourceReader } from '@tributary/sources-port';
import { eventually, temporaryFolder } from '@tributary/testing';
import type { Collaborators } from '../collaborators/collaborators.js';
import { EmbedChunksJob } from '../embed-chunks/embed-chunks.job.js';
import { IngestDocumentJob } from '../ingest-document/ingest-document.job.js';
import type { SplitOptions } from '../ingest-document/split-document.use-case.js';
import { SyncSourceJob } from '../sync-source/sync-source.job.js';
import { MaintenanceJob } from '../upkeep/maintenance.job.js';

const WORK: readonly AnyQueue[] = allQueues.filter(({ kind }) => kind === 'work');

/** Counts what it embeds, and can be told to refuse texts. */
export class CountingProvider implements EmbeddingProvider {
  readonly name: string;
  readonly #inner = new StaticEmbeddingProvider();
  readonly texts: string[] = [];
  /** How each call was made. */
  readonly calls: EmbedOptions[] = [];
  /** Says another revision of the model than the shipped one. */
  revision: string | undefined;
  refuse: (text: string) => Error | undefined = () => undefined;

  constructor(name = 'static') {
    this.name = name;
  }

  async describe() {
    const { revision, ...model } = await this.#inner.describe();
    return { ...model, name: this.name, revision: this.revision ?? revision };
  }

  async embed(texts: readonly string[], options: EmbedOptions) {
    for (const text of texts) {
      const refusal = this.refuse(text);
      if (refusal) throw refusal;
    }
    this.texts.push(...texts);
    this.calls.push(options);
    return this.#inner.embed(texts, options);
  }

  health() {
    return this.#inner.health();
  }

  close() {
    return this.#inner.close();
  }
}

/** Counts the files it reads. */
class CountingReader implements SourceReader {
  readonly kind = 'folder';
  readonly #inner = new FolderReader();
  readonly paths: string[] = [];
  /** Walks over everything. */
  scans = 0;

  get partial() {
    return this.#inner.partial;
  }

  inspect(location: string) {
    return this.#inner.inspect(location);
  }

  scan(location: string, options?: ScanOptions) {
    this.scans++;
    return this.#inner.scan(location, options);
  }

  read(location: string, path: string, options?: ReadOptions) {
    this.paths.push(path);
    return this.#inner.read(location, path, options);
  }
}

/** A clock that runs, and can be moved on. */
class MovableClock implements Clock {
  #ahead = 0;

  now() {
    return Date.now() + this.#ahead;
  }

  moveOn(ms: number) {
    this.#ahead += ms;
  }
}

/** Ingestion on real parts in one process: queues in a file, the static model, a folder to read. */
export class Testbed {
  readonly provider = new CountingProvider();
  readonly reader = new CountingReader();
  readonly clock = new MovableClock();
  readonly catalog: Catalog;
  #host: JobHost | undefined;

  private constructor(
    readonly folder: string,
    readonly engine: Engine,
    readonly queues: LocalQueues,
    private readonly removeFolder: () => Promise<void>,
  ) {
    this.catalog = new Catalog(engine.records);
  }

  /** @param data where queues and points are kept; left out: in the folder of the testbed */
  static async open({ data }: { readonly data?: string } = {}): Promise<Testbed> {
    const folder = await temporaryFolder();
    const { path } = folder;
    const engine = EmbeddedEngine.open({ name: 'main', folder: data ?? path });
    const queues = LocalQueues.open({ file: join(data ?? path, 'jobs.db') });
    return new Testbed(path, engine, queues, () => folder.remove());
  }

  get collaborators(): Collaborators {
    const { catalog, queues, provider, reader, clock } = this;
    return {
      catalog,
      queues,
      clock,
      engines: new Engines(this.engine),
      providers: new EmbeddingProviders(provider),
      common: provider,
      readers: { folder: reader, file: reader },
      log: () => undefined,
    };
  }

  /** Starts workers on these queues; all of them unless said otherwise. */
  async start(changes: Partial<Collaborators> = {}, queues = WORK, splitting: SplitOptions = {}): Promise<void> {
    const collaborators = { ...this.collaborators, ...changes };
    this.#host = new JobHost({
      queues: this.queues,
      handles: queues.map((queue) => ({ queue, concurrency: 8 })),
      jobs: [
        new SyncSourceJob(collaborators),
        new IngestDocumentJob(collaborators, splitting),
        new EmbedChunksJob(collaborators),
        new MaintenanceJob(collaborators),
      ],
    });
    await this.#host.start();
  }

  async stop(): Promise<void> {
    await this.#host?.stop(2000);
    this.#host = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.queues.close();
    await this.engine.close();
    await this.removeFolder();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Writes a file below the testbed's folder. @returns its full path */
  async write(path: string, text: string): Promise<string> {
    const full = join(this.folder, path);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, text);
    return full;
  }

  /** Waits until no job waits or runs. */
  async idle(): Promise<void> {
    await eventually(async () => {
      const counts = await Promise.all(WORK.map((queue) => this.queues.counts(queue)));
      return counts.every(({ waiting, delayed, active }) => waiting + delayed + active === 0);
    });
  }

  /** Waits until a job waits in a queue nobody works on. */
  async untilWaiting(queue: AnyQueue): Promise<void> {
    await eventually(async () => (await this.queues.counts(queue)).waiting > 0);
  }

  /** Every point of a collection, in a stable order. */
  async points(collection: string): Promise<readonly FullPoint[]> {
    const record = await this.catalog.collections.get(collection);
    if (record === undefined || record.removed) return [];
    const name = physicalName(collection, record.generation);
    const points: FullPoint[] = [];
    let after: string | undefined;
    do {
      const page = await this.engine.scroll({ collection: name, limit: 500, ...(after === undefined ? {} : { after }) });
      points.push(...page.points);
      after = page.next;
    } while (after !== undefined);
    return points.toSorted((a, b) => (a.payload.original_id < b.payload.original_id ? -1 : 1));
  }

  async texts(collection: string): Promise<readonly string[]> {
    return (await this.points(collection)).map(({ payload }) => payload.content);
  }
}
