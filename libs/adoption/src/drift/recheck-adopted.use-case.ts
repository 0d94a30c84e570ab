import { maintenanceQueue } from '@tributary/contracts';
import { liveCollections, type Catalog, type CollectionRecord, type Engines, type ForeignCollection } from '@tributary/engines-port';
import { permanent, toErrorRecord } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';
import { hasText } from '../inspect/has-text.js';
import { foreignOf } from '../inspect/inspect-collection.use-case.js';

interface RecheckCollaborators {
  readonly catalog: Catalog;
  readonly engines: Engines;
  readonly queues: Pick<Queues, 'addMany'>;
}

interface Adopted extends Pick<CollectionRecord, 'card'> {
  readonly foreign: ReturnType<typeof foreignOf>;
}

interface Check {
  /** False where a reading of its words can only fail. */
  readonly isReadable: boolean;
  /** Why it no longer fits its card. */
  readonly reason?: string | undefined;
  readonly error?: unknown;
}

/** Compares every adopted collection with its card, since its maker goes on writing to it: what no longer fits is noted and shown in the coverage, and the
 *  index of its words is brought up to date. */
export class RecheckAdopted {
  readonly #with: RecheckCollaborators;

  constructor(collaborators: RecheckCollaborators) {
    this.#with = collaborators;
  }

  /** An engine that is away says nothing about its collections, and one that refuses keeps nobody from those of others.
   *  @returns how many no longer fit their cards
   *  @throws why some could not be compared, once all the others were */
  async run(signal?: AbortSignal): Promise<number> {
    const adopted = (await liveCollections(this.#with.catalog)).filter((record) => record.adopted !== undefined);
    const checked = await Promise.all(adopted.map(async (record) => ({ ...(await this.#check(record, signal)), name: record.name })));
    await this.#forgetOthers(adopted);
    const readable = checked.filter(({ isReadable }) => isReadable);
    const jobs = readable.map(({ name }) => ({ task: 'index-adopted' as const, collection: name, if_due: true }));
    if (jobs.length > 0) await this.#with.queues.addMany(maintenanceQueue, jobs);
    const failed = checked.flatMap(({ name, error }) => (error === undefined ? [] : [{ name, error }]));
    if (failed.length > 0) throw uncompared(failed);
    return checked.filter(({ reason }) => reason !== undefined).length;
  }

  async #check(record: CollectionRecord, signal: AbortSignal | undefined): Promise<Check> {
    try {
      const { isGone, reason } = await this.#drift(record, signal);
      if (reason === undefined) await this.#with.catalog.drifts.delete([record.name]);
      else await this.#with.catalog.drifts.change(record.name, () => ({ set: { name: record.name, reason } }));
      return { isReadable: !isGone, reason };
    } catch (error) {
      if (signal?.aborted === true) throw error;
      const { code, category } = toErrorRecord(error);
      // Its engine left the configuration, which every answer says.
      if (code === 'ENGINE.UNKNOWN') return { isReadable: false };
      if (category === 'unavailable' || category === 'timeout') return { isReadable: true };
      return { isReadable: false, error };
    }
  }

  async #drift(
    { engine, adopted = '', card }: CollectionRecord,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly isGone: boolean; readonly reason: string | undefined }> {
    const foreign = foreignOf(this.#with.engines.get(engine));
    const options = signal ? { signal } : {};
    const collection = await foreign.inspect(adopted, options);
    if (collection !== undefined) return { isGone: false, reason: await this.#change(collection, { card, foreign }, options) };
    return { isGone: true, reason: `its maker removed ${adopted} from ${engine}: remove its card, or adopt another one under this name` };
  }

  async #change(
    collection: ForeignCollection,
    { card, foreign }: Adopted,
    options: { readonly signal?: AbortSignal },
  ): Promise<string | undefined> {
    const again = 'adopt it again';
    const field = collection.vectors.find(({ name }) => name === card.vectors.dense);
    if (field === undefined && collection.vectors.length > 0) return `its vector ${card.vectors.dense} is gone: ${again}`;
    if (field?.dimension !== undefined && field.dimension !== card.model.dimension) {
      return `its vectors now have ${field.dimension.toString()} dimensions instead of ${card.model.dimension.toString()}: ${again}`;
    }
    return (await hasText(foreign, { collection, card }, options))
      ? undefined
      : `no text stands at ${card.fields?.text ?? ''} any more: ${again}`;
  }

  async #forgetOthers(adopted: readonly CollectionRecord[]): Promise<void> {
    const gone: string[] = [];
    for await (const { name } of this.#with.catalog.drifts.list()) if (!adopted.some((record) => record.name === name)) gone.push(name);
    if (gone.length > 0) await this.#with.catalog.drifts.delete(gone);
  }
}

function uncompared(failed: readonly { readonly name: string; readonly error: unknown }[]) {
  const [first] = failed;
  const { code, category, message } = toErrorRecord(first?.error);
  const names = failed.map(({ name }) => name).join(', ');
  return permanent(code, `Adopted collections could not be compared with their cards: ${names}. ${message}`, {
    category,
    cause: first?.error,
  });
}
