import { AdoptInput } from '@tributary/contracts';
import { EmbeddingProviders } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { Catalog, Engines, type CollectionReader, type CollectionRecord, type Engine } from '@tributary/engines-port';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { SideIndexBuilder, openAdopted } from '@tributary/engines-side-index';
import { systemClock } from '@tributary/kernel';
import { LocalQueues } from '@tributary/messaging-local';
import { parseQuery } from '@tributary/ranking';
import { temporaryFolder } from '@tributary/testing';
import { AdoptCollections } from '../adopt/adopt-collections.use-case.js';
import { InspectCollection } from '../inspect/inspect-collection.use-case.js';

/** Adopting from a real engine into a real embedded store. */
export class RealEngineBed {
  readonly model = new StaticEmbeddingProvider();
  readonly engine: Engine;
  readonly catalog: Catalog;
  readonly #engines: Engines;
  readonly #words: SideIndexBuilder;
  readonly #adopt: AdoptCollections;
  readonly #close: () => Promise<void>;

  private constructor(
    engine: Engine,
    { primary, queues, close }: { readonly primary: Engine; readonly queues: LocalQueues; readonly close: () => Promise<void> },
  ) {
    this.engine = engine;
    this.#engines = new Engines(primary, [engine]);
    this.catalog = new Catalog(primary.records);
    this.#words = new SideIndexBuilder({ engines: this.#engines, common: this.model });
    const inspect = new InspectCollection({ providers: new EmbeddingProviders(this.model), clock: systemClock });
    const basis = { catalog: this.catalog, engines: this.#engines, queues, inspect };
    this.#adopt = new AdoptCollections({ ...basis, words: this.#words, engineAt: () => engine.name });
    this.#close = close;
  }

  static async over(engine: Engine): Promise<RealEngineBed> {
    const folder = await temporaryFolder();
    const primary = EmbeddedEngine.open({ name: 'main', folder: folder.path });
    const queues = LocalQueues.open({ memory: true });
    const close = async () => {
      await queues.close();
      await engine.close();
      await primary.close();
      await folder.remove();
    };
    return new RealEngineBed(engine, { primary, queues, close });
  }

  /** Adopts one collection, its words indexed. @returns the record that binds it */
  async adopt(collection: string): Promise<CollectionRecord> {
    const { collections } = await this.#adopt.adopt(AdoptInput.parse({ engine: this.engine.name, collection }));
    const record = await this.catalog.collections.get(collections[0]?.name ?? '');
    if (record === undefined) throw new Error(`${collection} was not bound`);
    await this.#words.build(record);
    return record;
  }

  release(record: CollectionRecord): Promise<void> {
    return this.#adopt.release(record);
  }

  reader(record: CollectionRecord): CollectionReader {
    return openAdopted({ engine: this.engine, primary: this.#engines.primary, record, common: this.model });
  }

  /** The text of the best passage of each lane. */
  async best(record: CollectionRecord, text: string): Promise<Readonly<Record<string, string | undefined>>> {
    const query = parseQuery(text);
    const [vector] = await this.model.embed([text], { kind: 'query' });
    const reader = this.reader(record);
    const { candidates, lanes } = await reader.nominate({
      lanes: ['semantic', 'keyword', 'fuzzy'],
      limit: 3,
      terms: query.terms.map(({ id, weight }) => ({ id, weight })),
      words: query.words,
      ...(vector ? { vector, common: vector } : {}),
    });
    const best: Record<string, string | undefined> = {};
    for (const [lane, result] of Object.entries(lanes)) {
      const first = result.status === 'searched' ? candidates[result.ranking[0]?.candidate ?? -1] : undefined;
      const [point] = first ? await reader.read({ ids: [first.id] }) : [];
      best[lane] = point?.payload.content ?? result.status;
    }
    return best;
  }

  close(): Promise<void> {
    return this.#close();
  }
}
