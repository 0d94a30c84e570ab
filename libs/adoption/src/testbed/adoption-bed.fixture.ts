import type { EmbeddingProvider } from '@tributary/embedding-port';
import { EmbeddingProviders } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { Catalog, Engines, type CollectionRecord, type ForeignPoint } from '@tributary/engines-port';
import { MemoryEngine, MemoryForeign, type MemoryForeignCollection } from '@tributary/engines-port/memory';
import { systemClock } from '@tributary/kernel';
import { LocalQueues } from '@tributary/messaging-local';
import { AdoptCollections } from '../adopt/adopt-collections.use-case.js';
import { InspectCollection } from '../inspect/inspect-collection.use-case.js';
import { OTHER_TOOLS, PASSAGES, type OtherTool } from './other-tools.fixture.js';

/** The passages as a tool stores them, with vectors by a model. */
export async function writtenBy({ vector, point }: OtherTool, model: EmbeddingProvider): Promise<readonly ForeignPoint[]> {
  const vectors = await model.embed(
    PASSAGES.map(({ text }) => text),
    { kind: 'document' },
  );
  return PASSAGES.map((passage, at) => ({ ...point(passage), vectors: new Map([[vector, vectors[at] ?? new Float32Array()]]) }));
}

/** A collection of another tool, in memory. */
export async function memoryCollection(name: string, tool: OtherTool, model: EmbeddingProvider): Promise<MemoryForeignCollection> {
  const { dimension } = await model.describe();
  return {
    name,
    vectors: [{ name: tool.vector, kind: 'dense', dimension, distance: 'cosine' }],
    metadata: tool.metadata,
    points: await writtenBy(tool, model),
  };
}

/** The tool of a name. */
export function toolCalled(name: string): OtherTool {
  const tool = OTHER_TOOLS.find((one) => one.tool === name);
  if (tool) return tool;
  throw new Error(`no tool ${name}`);
}

/** Engines in memory, one of which holds collections of others. */
export class AdoptionBed implements AsyncDisposable {
  readonly model: EmbeddingProvider;
  readonly foreign: MemoryForeign;
  readonly other: MemoryEngine;
  readonly primary = new MemoryEngine({ name: 'main' });
  readonly engines: Engines;
  readonly catalog: Catalog;
  readonly providers: EmbeddingProviders;
  readonly queues = LocalQueues.open({ memory: true });
  readonly inspect: InspectCollection;
  readonly adopt: AdoptCollections;
  /** Records whose words were forgotten. */
  readonly forgotten: CollectionRecord[] = [];

  constructor(collections: readonly MemoryForeignCollection[] = [], models: readonly EmbeddingProvider[] = []) {
    this.model = models[0] ?? new StaticEmbeddingProvider();
    this.providers = new EmbeddingProviders(this.model, models.slice(1));
    this.foreign = new MemoryForeign(collections);
    this.other = new MemoryEngine({ name: 'other', foreign: this.foreign });
    this.engines = new Engines(this.primary, [this.other]);
    this.catalog = new Catalog(this.primary.records);
    this.inspect = new InspectCollection({ providers: this.providers, clock: systemClock });
    this.adopt = new AdoptCollections({
      catalog: this.catalog,
      engines: this.engines,
      queues: this.queues,
      inspect: this.inspect,
      words: {
        remove: (record) => {
          this.forgotten.push(record);
          return Promise.resolve();
        },
      },
      engineAt: () => 'other',
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.queues.close();
  }
}
