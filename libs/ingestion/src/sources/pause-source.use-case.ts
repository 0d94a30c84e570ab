import { syncQueueOf } from '@tributary/contracts';
import type { Collaborators } from '../collaborators/collaborators.js';
import { pauseSource, resumeSource } from './source-state.js';

/** Stops the syncs of a source and lets them go on. A sync that runs already comes to its end; its watch ends within seconds. */
export class PauseSource {
  readonly #with: Pick<Collaborators, 'catalog' | 'queues'>;

  constructor(collaborators: Pick<Collaborators, 'catalog' | 'queues'>) {
    this.#with = collaborators;
  }

  async pause(sourceId: string): Promise<void> {
    await pauseSource(this.#with.catalog, sourceId, `It was paused. To go on: tributary sources resume ${sourceId}`);
  }

  /** Also asks for a sync, which brings in what changed meanwhile. */
  async resume(sourceId: string): Promise<void> {
    const source = await resumeSource(this.#with.catalog, sourceId);
    if (source !== undefined) await this.#with.queues.add(syncQueueOf(source.kind), { source_id: sourceId });
  }
}
