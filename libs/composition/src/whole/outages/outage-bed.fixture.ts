import { join } from 'node:path';
import { embedChunksQueue, ingestDocumentQueue, maintenanceQueue, type AnyQueue, type IngestDocument } from '@tributary/contracts';
import { EmbeddingProviders } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { ChromaEngine } from '@tributary/engines-chroma';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { Catalog, Engines, installationOwner, physicalName, type Engine } from '@tributary/engines-port';
import { QdrantEngine } from '@tributary/engines-qdrant';
import { SideIndexedEngine } from '@tributary/engines-side-index';
import { AcceptDocuments, EmbedChunksJob, IngestDocumentJob, MaintenanceJob, type Collaborators } from '@tributary/ingestion';
import { systemClock } from '@tributary/kernel';
import { LocalQueues } from '@tributary/messaging-local';
import { JobHost } from '@tributary/messaging-port';
import { StartMigration } from '@tributary/migration';
import { FolderReader } from '@tributary/sources-folder';
import { eventually, temporaryFolder } from '@tributary/testing';
import { composeMigration } from '../../parts/compose-migration.js';

const WORK: readonly AnyQueue[] = [ingestDocumentQueue, embedChunksQueue, maintenanceQueue];

/** A server that can be killed, and the engine on it. */
export interface KillableServer {
  readonly url: string;
  crash(): Promise<void>;
  restart(): Promise<void>;
  remove(): Promise<void>;
}

/** The server is killed, stays away for so long, and comes back. */
export async function outage(server: KillableServer, awayMs: number): Promise<void> {
  await server.crash();
  await new Promise<void>((resolve, reject) => {
    setTimeout(() => {
      server.restart().then(resolve, reject);
    }, awayMs);
  });
}

export type Kind = 'Qdrant' | 'Chroma';

/** Ingestion and moves with their workers, the catalog in an embedded store, the engine `other` on a server that can be killed. */
export class OutageBed {
  readonly catalog: Catalog;
  readonly collaborators: Collaborators;
  readonly host: JobHost;
  readonly #close: () => Promise<void>;

  private constructor(
    readonly engines: Engines,
    readonly queues: LocalQueues,
    close: () => Promise<void>,
  ) {
    this.catalog = new Catalog(engines.primary.records);
    const provider = new StaticEmbeddingProvider();
    const reader = new FolderReader();
    const providers = new EmbeddingProviders(provider);
    const basis = { catalog: this.catalog, engines, queues, providers, common: provider, clock: systemClock };
    this.collaborators = {
      ...basis,
      ...composeMigration(basis),
      readers: { folder: reader, file: reader },
      log: () => undefined,
      placement: (collection) => (collection === 'there' ? { engine: 'other' } : {}),
    };
    const jobs = [
      new IngestDocumentJob(this.collaborators),
      new EmbedChunksJob(this.collaborators),
      new MaintenanceJob(this.collaborators),
    ];
    this.host = new JobHost({ queues, handles: WORK.map((queue) => ({ queue, concurrency: 8 })), jobs });
    this.#close = close;
  }

  static async open(kind: Kind, server: KillableServer): Promise<OutageBed> {
    const folder = await temporaryFolder();
    const main = EmbeddedEngine.open({ name: 'main', folder: folder.path });
    const other = await openOther(kind, server.url, main);
    const queues = LocalQueues.open({ file: join(folder.path, 'jobs.db') });
    const bed = new OutageBed(new Engines(main, [other]), queues, async () => {
      await bed.host.stop(2000);
      await queues.close();
      await other.close();
      await main.close();
      await folder.remove();
    });
    await bed.host.start();
    return bed;
  }

  close(): Promise<void> {
    return this.#close();
  }

  async accept(documents: readonly IngestDocument[]): Promise<void> {
    const outcomes = await new AcceptDocuments(this.collaborators).run(documents);
    const refused = outcomes.filter(({ status }) => status !== 'accepted');
    if (refused.length > 0) throw new Error(`Refused: ${JSON.stringify(refused[0])}`);
  }

  async move(from: string, to: string): Promise<void> {
    await new StartMigration(this.collaborators).run({ from, to, keep_days: 7, back: false, cancel: false });
  }

  /** How many documents of a collection are in this state. */
  count(collection: string, state: string): Promise<number> {
    return this.catalog.documents.count({ collection, state });
  }

  /** Waits until no job waits or runs. */
  async idle(withinMs: number): Promise<void> {
    await eventually(async () => {
      const counts = await Promise.all(WORK.map((queue) => this.queues.counts(queue)));
      return counts.every(({ waiting, delayed, active }) => waiting + delayed + active === 0);
    }, withinMs);
  }

  async dead(): Promise<number> {
    const counts = await Promise.all(WORK.map((queue) => this.queues.counts(queue)));
    return counts.reduce((sum, { dead }) => sum + dead, 0);
  }

  /** What a collection's answering generation holds, one line a point: what does not depend on its name and the moments of writing. */
  async points(collection: string): Promise<readonly string[]> {
    const record = await this.catalog.collections.get(collection);
    if (record === undefined) return [];
    const engine = this.engines.get(record.engine);
    const points: string[] = [];
    let after: string | undefined;
    do {
      const request = { collection: physicalName(collection, record.generation), limit: 500 };
      const page = await engine.scroll({ ...request, ...(after === undefined ? {} : { after }) });
      for (const { payload, vector } of page.points) {
        const { original_id, doc_version, content, hash, title } = payload;
        const place = original_id.slice(collection.length);
        points.push(JSON.stringify({ place, doc_version, content, hash, title, vector: vector && [...vector].map((x) => x.toFixed(3)) }));
      }
      after = page.next;
    } while (after !== undefined);
    return points.sort();
  }
}

async function openOther(kind: Kind, url: string, primary: Engine): Promise<Engine> {
  const owner = installationOwner(primary.records);
  if (kind === 'Qdrant') return QdrantEngine.open({ name: 'other', settings: { url }, owner });
  const chroma = await ChromaEngine.open({ name: 'other', settings: { url }, owner });
  const common = new StaticEmbeddingProvider();
  return new SideIndexedEngine({ engine: chroma, primary, common });
}
