import type { Anchor } from '../points/anchor.js';
import type { PointStore } from '../points/point-store.js';
import { removeBelow } from './document-group.js';

/** A request that a dead writer had sent may still be on its way; longer than this none is. */
const LOOK_AGAIN_MS = [500, 3000] as const;

/** Looks again, a little later, after documents whose interrupted write was taken over: chunks of the dead writer that came in behind are taken
 *  away. Readers never see them, since their anchor has a greater number; only counts do. */
export class LateLeftovers {
  readonly #store: PointStore;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();

  constructor(store: PointStore) {
    this.#store = store;
  }

  expect(anchors: readonly Anchor[], collection: string): void {
    if (anchors.length === 0) return;
    for (const ms of LOOK_AGAIN_MS) {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        // A server that is away, or a collection that is gone: whoever writes the document next takes them away.
        const run = this.#store.update(removeBelow(anchors), { collection }).then(
          () => undefined,
          () => undefined,
        );
        this.#running.add(run);
        void run.finally(() => this.#running.delete(run));
      }, ms).unref();
      this.#timers.add(timer);
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#running);
  }
}
