import { maintenanceQueue } from '@tributary/contracts';
import type { CollectionRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { Collaborators } from '../collaborators/collaborators.js';
import { wakeOrLeave } from '../batching/wake.js';
import { pauseSource } from '../sources/state/source-state.js';

type RemoveCollaborators = Pick<Collaborators, 'catalog' | 'queues' | 'clock' | 'log' | 'crashAt'>;

/** Removes a collection with everything in it: from this moment on it does not exist, jobs for it are skipped as `superseded`, and a maintenance job
 *  drops what it held. Sources that fed it are paused, so that their next sync does not bring it back. Of an adopted one the card and the documents of
 *  the catalog go, and what lies in the engine is its maker's and stays. */
export class RemoveCollection {
  readonly #with: RemoveCollaborators;

  constructor(collaborators: RemoveCollaborators) {
    this.#with = collaborators;
  }

  /** @returns its record as it was @throws `COLLECTION.NOT_FOUND` */
  async run(name: string): Promise<CollectionRecord> {
    const { catalog, queues, clock, log } = this.#with;
    const present = await catalog.collections.get(name);
    if (present === undefined || present.removed) {
      throw permanent('COLLECTION.NOT_FOUND', `There is no collection ${name}.`, { category: 'not_found' });
    }
    await this.#pauseSources(name);
    await catalog.collections.change(name, (record) =>
      record === undefined || record.removed
        ? { keep: true }
        : { set: { ...record, removed: true, removed_at: clock.now(), epoch: record.epoch + 1 } },
    );
    this.#with.crashAt?.('removal-recorded');
    await wakeOrLeave(queues.add(maintenanceQueue, { task: 'purge-collection', collection: name }), log);
    return present;
  }

  async #pauseSources(name: string): Promise<void> {
    const { catalog } = this.#with;
    for await (const { id, route } of catalog.sources.list()) {
      if (route.code !== name && route.docs !== name) continue;
      await pauseSource(catalog, id, `Its collection ${name} was removed. Add the source again to fill it anew, or remove the source.`);
    }
  }
}
