import { ReembedInput, type MigrateInput, type MigrationSummary } from '@tributary/contracts';
import { EmbeddingProviders } from '@tributary/embedding-port';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import {
  Catalog,
  Engines,
  documentRecordKey,
  physicalName,
  wordsOf,
  writablePlaces,
  type DocumentWrite,
  type Engine,
  type FullPoint,
} from '@tributary/engines-port';
import { sampleCard, sampleDocument, type SampleDocument } from '@tributary/engines-port/memory';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { documentId } from '@tributary/kernel/ids';
import { temporaryFolder } from '@tributary/testing';
import type { MigrationCollaborators } from '../collaborators.js';
import { RunMigration } from '../run/run-migration.use-case.js';
import { StartMigration } from '../start/start-migration.use-case.js';
import { SampleProvider } from './sample-provider.fixture.js';

const DIMENSION = 8;
const WIDE = 12;

/** A catalog, engines, and the one collection `notes` on the primary engine, whose documents the test writes itself. */
export class MigrationBed {
  readonly catalog: Catalog;
  readonly engines: Engines;
  readonly jobs: string[] = [];
  /** The model of `notes`. */
  readonly sample = new SampleProvider('sample', DIMENSION);
  /** Another one, of more dimensions. */
  readonly wide = new SampleProvider('wide', WIDE);
  now = Date.parse('2026-06-01T00:00:00Z');

  constructor(primary: Engine, others: readonly Engine[]) {
    this.engines = new Engines(primary, others);
    this.catalog = new Catalog(primary.records);
  }

  get collaborators(): MigrationCollaborators {
    return {
      catalog: this.catalog,
      engines: this.engines,
      queues: {
        add: (queue, data) => {
          this.jobs.push(JSON.stringify(data));
          return Promise.resolve({ id: `${queue.name}.${this.jobs.length.toString()}`, deduplicated: false });
        },
      },
      providers: new EmbeddingProviders(this.sample, [this.wide]),
      common: new StaticEmbeddingProvider(),
      clock: { now: () => this.now },
    };
  }

  async createNotes(engine = this.engines.primary): Promise<void> {
    const card = sampleCard(DIMENSION);
    await engine.createCollection(physicalName('notes', 1), card);
    await this.catalog.collections.change('notes', () => ({ set: { name: 'notes', engine: engine.name, card, generation: 1 } }));
  }

  /** Writes a document with a row wherever the collection takes writes, as ingestion does. */
  async write(
    key: string,
    { version = 1, chunks = [`Text of ${key}.`] }: { version?: number; chunks?: SampleDocument['chunks'] } = {},
  ): Promise<void> {
    const sample = { collection: 'notes', key, version, chunks };
    for (const { engine: at, name } of await this.#places()) {
      const engine = this.engines.get(at);
      const dimension = (await engine.getCollection(name))?.card.model.dimension ?? DIMENSION;
      await engine.writeDocument({ ...sampleDocument({ ...sample, dimension }), collection: name });
    }
    const { hash } = sampleDocument(sample);
    await this.#row(key, { version, hash, state: 'indexed', chunks: chunks.length });
  }

  async remove(key: string, version: number): Promise<void> {
    const documents = [{ docId: documentId('notes', key), key, version }];
    for (const { engine, name } of await this.#places()) await this.engines.get(engine).deleteDocuments({ collection: name, documents });
    await this.#row(key, { version, hash: '', state: 'deleted', chunks: 0 });
  }

  async fill(documents: number): Promise<void> {
    const keys = Array.from({ length: documents }, (_, i) => i.toString().padStart(4, '0'));
    await Promise.all(
      keys.map((key) =>
        this.write(`doc-${key}`, { chunks: [`Chunk one of ${Number(key).toString()}.`, `Chunk two of ${Number(key).toString()}.`] }),
      ),
    );
  }

  start(input: Partial<MigrateInput> & Pick<MigrateInput, 'from'>): Promise<MigrationSummary> {
    return new StartMigration(this.collaborators).run({ keep_days: 7, back: false, cancel: false, ...input });
  }

  reembed(input: Partial<ReembedInput>): Promise<MigrationSummary> {
    return new StartMigration(this.collaborators).reembed(ReembedInput.parse({ collection: 'notes', ...input }));
  }

  run(collection = 'notes', changes: Partial<MigrationCollaborators> = {}): Promise<number> {
    return new RunMigration({ ...this.collaborators, ...changes }).run(collection, { signal: new AbortController().signal });
  }

  status(collection = 'notes'): Promise<MigrationSummary> {
    return new StartMigration(this.collaborators).status(collection);
  }

  /** Every point that answers for a collection, by id. */
  async points(collection = 'notes'): Promise<readonly FullPoint[]> {
    const record = await this.catalog.collections.get(collection);
    if (record === undefined || record.removed) return [];
    return allPoints(this.engines.get(record.engine), physicalName(collection, record.generation));
  }

  async #places() {
    const record = await this.catalog.collections.get('notes');
    return record === undefined ? [] : writablePlaces(record).filter(({ behind }) => !behind);
  }

  async #row(key: string, row: { version: number; hash: string; state: 'indexed' | 'deleted'; chunks: number }): Promise<void> {
    await this.catalog.documents.change(documentRecordKey('notes', key), () => ({
      set: { ...row, collection: 'notes', key, doc_id: documentId('notes', key), accepted_at: 0, indexed_at: 0 },
    }));
  }
}

/** One over an embedded store in a folder of its own; both end with it. */
export async function openMigrationBed(others: readonly Engine[] = []) {
  const folder = await temporaryFolder();
  const main = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  const bed = new MigrationBed(main, others);
  await bed.createNotes();
  const close = async () => {
    await main.close();
    await folder.remove();
  };
  return { main, bed, close };
}

/** Every point of a physical collection, by id; the order of its words is the engine's own and left out. */
export async function allPoints(engine: Engine, name: string): Promise<readonly FullPoint[]> {
  const points: FullPoint[] = [];
  let after: string | undefined;
  do {
    const page = await engine.scroll({ collection: name, limit: 500, ...(after === undefined ? {} : { after }) });
    points.push(...page.points);
    after = page.next;
  } while (after !== undefined);
  return points
    .map((point) => ({ ...point, features: { ...point.features, words: wordsOf(point.features).toSorted() } }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Calls `act` once, just before the n-th document is written to the engine. */
export function beforeWrite(engine: Engine, n: number, act: (write: DocumentWrite) => Promise<void>): void {
  const write = engine.writeDocument.bind(engine);
  let writes = 0;
  engine.writeDocument = async (document, options) => {
    if (++writes === n) await act(document);
    return write(document, options);
  };
}
