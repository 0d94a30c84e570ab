import { forgetCollection, generationNamed, revived, settledCollections, type CollectionRecord } from '@tributary/engines-port';
import type { Collaborators } from '../collaborators/collaborators.js';

type RemovedCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'clock'>;

const DAY_MS = 86_400_000;
/** So long a removal is listed, since a process of an earlier version that makes the collection anew does not know of `settled`. */
const SETTLED_AFTER_MS = 3_600_000;
/** A day longer than the rows of its documents and than any job is remembered. */
const FORGOTTEN_AFTER_MS = 31 * DAY_MS;

/** What becomes of removed collections: as long as something of them is left they are purged, then lists leave them out, and after a month they are forgotten. */
export class RemovedCollections {
  readonly #with: RemovedCollaborators;

  constructor(collaborators: RemovedCollaborators) {
    this.#with = collaborators;
  }

  /** Notes of which nothing is left. @returns the names of those that are to be purged */
  async settle(removed: readonly CollectionRecord[]): Promise<readonly string[]> {
    const unpurged: string[] = [];
    for (const record of removed) {
      if (await this.#hasRemains(record.name)) unpurged.push(record.name);
      else await this.#noteSettled(record);
    }
    return unpurged;
  }

  /** Those that are there again, made by a version that does not know of `settled`: they are listed again, too. */
  async revive(): Promise<readonly CollectionRecord[]> {
    const again: CollectionRecord[] = [];
    for await (const record of settledCollections(this.#with.catalog)) if (!record.removed) again.push(record);
    for (const { name } of again) await this.#change(name, (record) => (record.removed ? undefined : revived(record)));
    return again;
  }

  /** Forgets those whose month is over and of which neither the catalog nor an engine has anything. */
  async forget(): Promise<void> {
    const before = this.#with.clock.now() - FORGOTTEN_AFTER_MS;
    const old: CollectionRecord[] = [];
    for await (const record of settledCollections(this.#with.catalog))
      if (record.removed && record.removed_at !== undefined && record.removed_at <= before) old.push(record);
    const held = old.length === 0 ? undefined : await this.#held();
    if (held === undefined) return;
    for (const record of old) {
      // Rows of deletes go within the month.
      if (held.has(record.name) || (await this.#with.catalog.documents.count({ collection: record.name })) > 0) continue;
      await forgetCollection(this.#with.catalog, record);
    }
  }

  async #noteSettled({ name, epoch }: CollectionRecord): Promise<void> {
    const now = this.#with.clock.now();
    await this.#change(name, (record) => {
      if (!record.removed || record.epoch !== epoch) return undefined;
      if (record.removed_at === undefined) return { ...record, removed_at: now };
      return record.removed_at <= now - SETTLED_AFTER_MS ? { ...record, settled: true } : undefined;
    });
  }

  /** Names of which an engine has a generation; undefined while one does not say, whatever is wrong with it. */
  async #held(): Promise<ReadonlySet<string> | undefined> {
    const held = new Set<string>();
    try {
      for (const engine of this.#with.engines.all()) {
        for (const { name } of await engine.listCollections()) held.add(generationNamed(name)?.name ?? name);
      }
      return held;
    } catch {
      return undefined;
    }
  }

  async #hasRemains(collection: string): Promise<boolean> {
    const { documents } = this.#with.catalog;
    const states = ['accepted', 'indexed', 'failed'];
    const counts = await Promise.all(states.map((state) => documents.count({ collection, state })));
    return counts.some((count) => count > 0);
  }

  async #change(name: string, next: (record: CollectionRecord) => CollectionRecord | undefined): Promise<void> {
    await this.#with.catalog.collections.change(name, (record) => {
      const changed = record && next(record);
      return changed === undefined ? { keep: true } : { set: changed };
    });
  }
}
