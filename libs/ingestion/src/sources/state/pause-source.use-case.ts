import { syncQueueOf, type Principal } from '@tributary/contracts';
import type { Collaborators } from '../../collaborators/collaborators.js';
import { requireOwnPause } from '../registering/source-rights.js';
import { pauseSource, resumeSource } from './source-state.js';

interface PauseOptions {
  /** Who asks, where he may change only sources that he registered; left out: any. */
  readonly writer?: Principal | undefined;
}

/** Stops the syncs of a source and lets them go on. A sync that runs already comes to its end; its watch ends within seconds. */
export class PauseSource {
  readonly #with: Pick<Collaborators, 'catalog' | 'queues'>;

  constructor(collaborators: Pick<Collaborators, 'catalog' | 'queues'>) {
    this.#with = collaborators;
  }

  /** @throws `ACCESS.DENIED` */
  async pause(sourceId: string, { writer }: PauseOptions = {}): Promise<void> {
    await requireOwnPause(this.#with.catalog, sourceId, writer);
    await pauseSource(this.#with.catalog, sourceId, `It was paused. To go on: tributary sources resume ${sourceId}`);
  }

  /** Also asks for a sync, which brings in what changed meanwhile. @throws `ACCESS.DENIED` */
  async resume(sourceId: string, { writer }: PauseOptions = {}): Promise<void> {
    await requireOwnPause(this.#with.catalog, sourceId, writer);
    const source = await resumeSource(this.#with.catalog, sourceId);
    if (source !== undefined) await this.#with.queues.add(syncQueueOf(source.kind), { source_id: sourceId });
  }
}
