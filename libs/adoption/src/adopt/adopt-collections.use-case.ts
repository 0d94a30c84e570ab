import { maintenanceQueue, matchesPattern, type AdoptAnswer, type AdoptInput, type AdoptedCollection } from '@tributary/contracts';
import {
  firstNumbers,
  lastGeneration,
  liveCollections,
  type Catalog,
  type CollectionRecord,
  type Engine,
  type Engines,
} from '@tributary/engines-port';
import { permanent, toErrorRecord } from '@tributary/kernel';
import { collectionNameOf } from '@tributary/kernel/ids';
import type { Queues } from '@tributary/messaging-port';
import { foreignOf, type InspectCollection, type Inspection } from '../inspect/inspect-collection.use-case.js';
import { qualifiedName } from './qualified-name.js';

interface AdoptCollaborators {
  readonly catalog: Catalog;
  readonly engines: Engines;
  readonly queues: Pick<Queues, 'add'>;
  readonly inspect: InspectCollection;
  /** The index of the words of adopted collections. */
  readonly words: { remove(record: CollectionRecord): Promise<void> };
  /** The name of the engine configured with this URL. @throws `ENGINE.NOT_CONFIGURED` saying which lines to add */
  readonly engineAt: (url: string) => string;
}

/** Binds collections that another program made: looks at each, and writes what was found as a card into the catalog. What the card of one that is bound already says
 *  stays where the caller says nothing else: whose rows are, he need not say again. Nothing is written to the collections. */
export class AdoptCollections {
  readonly #with: AdoptCollaborators;

  constructor(collaborators: AdoptCollaborators) {
    this.#with = collaborators;
  }

  /** @throws `ENGINE.UNKNOWN`, `ENGINE.NOT_CONFIGURED`, `COLLECTION.NOT_FOUND`, `COLLECTION.EXISTS`, and what `InspectCollection` throws when one collection is named */
  async adopt(input: AdoptInput, signal?: AbortSignal): Promise<AdoptAnswer> {
    const engine = this.#engine(input.engine);
    const names = await this.#names(engine, input, signal);
    if (input.as !== undefined && names.length > 1) {
      throw permanent(
        'REQUEST.INVALID',
        `${input.collection} means ${names.length.toString()} collections: only one can be called ${input.as}.`,
      );
    }
    const answer: { collections: AdoptedCollection[]; refused: AdoptAnswer['refused'] } = { collections: [], refused: [] };
    for (const name of names) {
      try {
        answer.collections.push(await this.#adoptOne(engine, name, { input, signal }));
      } catch (error) {
        if (names.length === 1 || signal?.aborted === true) throw error;
        const { code, message } = toErrorRecord(error);
        answer.refused.push({ collection: name, code, message });
      }
    }
    return { engine: engine.name, ...answer };
  }

  async #adoptOne(
    engine: Engine,
    collection: string,
    { input, signal }: { readonly input: AdoptInput; readonly signal: AbortSignal | undefined },
  ): Promise<AdoptedCollection> {
    const bindings = (await liveCollections(this.#with.catalog)).filter((record) => isBindingOf(record, engine.name, collection));
    const bound = bindings.find((record) => record.name === input.as) ?? bindings[0];
    const inspection = await this.#with.inspect.run(engine, collection, { known: input, kept: bound?.card, signal });
    const name = input.as ?? bound?.name ?? (await this.#freeName(engine, collection));
    if (!input.dry_run) await this.#bind(engine, name, inspection);
    return toAnswer(name, inspection, !input.dry_run);
  }

  /** Forgets the words of an adopted collection that was removed, and what was said of it; what its maker stored stays. */
  async release(record: CollectionRecord): Promise<void> {
    await this.#with.words.remove(record);
    await this.#with.catalog.drifts.delete([record.name]);
  }

  #engine(nameOrUrl: string): Engine {
    const { engines, engineAt } = this.#with;
    return engines.get(nameOrUrl.includes('://') ? engineAt(nameOrUrl) : nameOrUrl);
  }

  async #names(engine: Engine, { collection }: AdoptInput, signal: AbortSignal | undefined): Promise<readonly string[]> {
    if (!collection.includes('*')) return [collection];
    const { collections, failed } = await foreignOf(engine).list(signal ? { signal } : {});
    const names = [...collections, ...failed].map(({ name }) => name).filter((name) => matchesPattern(collection, name));
    if (names.length > 0) return names;
    throw permanent(
      'COLLECTION.NOT_FOUND',
      `The engine ${engine.name} has no collection that another program made and that fits ${collection}.`,
      {
        category: 'not_found',
      },
    );
  }

  async #freeName(engine: Engine, foreign: string): Promise<string> {
    const own = collectionNameOf(foreign);
    const present = await this.#with.catalog.collections.get(own);
    return present === undefined || present.removed ? own : qualifiedName(engine.name, foreign);
  }

  async #bind(engine: Engine, name: string, { card, collection }: Inspection): Promise<void> {
    const adopted = collection.name;
    const first = await firstNumbers(this.#with.catalog);
    await this.#with.catalog.collections.change(name, (present) => {
      if (present !== undefined && !present.removed && !isBindingOf(present, engine.name, adopted)) throw nameTaken(name, present);
      const epoch = present === undefined ? first.epoch : present.removed ? present.epoch + 1 : present.epoch;
      const last = present === undefined ? first.generation : lastGeneration(present);
      return { set: { name, engine: engine.name, card, generation: 1, adopted, epoch, ...(last > 1 ? { last } : {}) } };
    });
    // What was said of it was said of another card, perhaps of another collection.
    await this.#with.catalog.drifts.delete([name]);
    await this.#with.queues.add(maintenanceQueue, { task: 'index-adopted', collection: name });
  }
}

/** True when this record binds that collection of that engine. */
export function isBindingOf({ engine, adopted }: CollectionRecord, engineName: string, foreign: string): boolean {
  return engine === engineName && adopted === foreign;
}

function toAnswer(name: string, { collection, card, findings, notes }: Inspection, adopted: boolean): AdoptedCollection {
  return { name, collection: collection.name, adopted, points: collection.points, card, findings: [...findings], notes: [...notes] };
}

function nameTaken(name: string, { engine, adopted }: CollectionRecord) {
  const what = adopted === undefined ? `a collection of Tributary's own on ${engine}` : `${adopted} on ${engine}`;
  return permanent('COLLECTION.EXISTS', `${name} is the name of ${what} already: give another one with --as.`, { category: 'conflict' });
}
