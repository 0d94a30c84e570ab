import { maintenanceQueue } from '@tributary/contracts';
import {
  foreignText,
  liveCollections,
  type Catalog,
  type CollectionRecord,
  type Engines,
  type ForeignCollection,
} from '@tributary/engines-port';
import { toErrorRecord } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';
import { samplePoints } from '../inspect/sample-points.js';
import { foreignOf } from '../inspect/inspect-collection.use-case.js';

interface RecheckCollaborators {
  readonly catalog: Catalog;
  readonly engines: Engines;
  readonly queues: Pick<Queues, 'addMany'>;
}

/** Compares every adopted collection with its card, since its maker goes on writing to it: what no longer fits is noted and shown in the coverage, and the
 *  index of its words is brought up to date. */
export class RecheckAdopted {
  readonly #with: RecheckCollaborators;

  constructor(collaborators: RecheckCollaborators) {
    this.#with = collaborators;
  }

  /** An engine that is away says nothing about its collections. @returns how many no longer fit their cards */
  async run(signal?: AbortSignal): Promise<number> {
    const adopted = (await liveCollections(this.#with.catalog)).filter((record) => record.adopted !== undefined);
    const checked = await Promise.all(adopted.map((record) => this.#check(record, signal)));
    await this.#forgetOthers(adopted);
    if (adopted.length > 0) {
      await this.#with.queues.addMany(
        maintenanceQueue,
        adopted.map(({ name }) => ({ task: 'index-adopted' as const, collection: name, if_due: true })),
      );
    }
    return checked.filter((hasDrifted) => hasDrifted).length;
  }

  async #check(record: CollectionRecord, signal: AbortSignal | undefined): Promise<boolean> {
    try {
      const reason = await this.#drift(record, signal);
      if (reason === undefined) await this.#with.catalog.drifts.delete([record.name]);
      else await this.#with.catalog.drifts.change(record.name, () => ({ set: { name: record.name, reason } }));
      return reason !== undefined;
    } catch (error) {
      if (signal?.aborted === true) throw error;
      const { category } = toErrorRecord(error);
      if (category === 'unavailable' || category === 'timeout' || category === 'not_found') return false;
      throw error;
    }
  }

  async #drift({ engine, adopted = '', card }: CollectionRecord, signal: AbortSignal | undefined): Promise<string | undefined> {
    const foreign = foreignOf(this.#with.engines.get(engine));
    const options = signal ? { signal } : {};
    const collection = await foreign.inspect(adopted, options);
    const again = 'adopt it again';
    if (collection === undefined)
      return `its maker removed ${adopted} from ${engine}: remove its card, or adopt another one under this name`;
    const field = collection.vectors.find(({ name }) => name === card.vectors.dense);
    if (field === undefined && collection.vectors.length > 0) return `its vector ${card.vectors.dense} is gone: ${again}`;
    if (field?.dimension !== undefined && field.dimension !== card.model.dimension) {
      return `its vectors now have ${field.dimension.toString()} dimensions instead of ${card.model.dimension.toString()}: ${again}`;
    }
    return (await this.#hasText(collection, { card, foreign }, options))
      ? undefined
      : `no text stands at ${card.fields?.text ?? ''} any more: ${again}`;
  }

  async #hasText(
    { name, points }: ForeignCollection,
    { card, foreign }: Pick<CollectionRecord, 'card'> & { readonly foreign: ReturnType<typeof foreignOf> },
    options: { readonly signal?: AbortSignal },
  ): Promise<boolean> {
    const { fields } = card;
    if (points === 0 || fields === undefined) return true;
    const sample = await samplePoints(foreign, { collection: name, vectors: false, places: [fields.text] }, options);
    return sample.length === 0 || sample.some((point) => foreignText(point, fields).trim() !== '');
  }

  async #forgetOthers(adopted: readonly CollectionRecord[]): Promise<void> {
    const gone: string[] = [];
    for await (const { name } of this.#with.catalog.drifts.list()) if (!adopted.some((record) => record.name === name)) gone.push(name);
    if (gone.length > 0) await this.#with.catalog.drifts.delete(gone);
  }
}
