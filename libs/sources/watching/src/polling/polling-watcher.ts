import type { FolderWatcher, Watch, WatchOptions } from '@tributary/sources-port';
import { requirePlace } from '../place/require-place.js';

/** Hints at anything at all, again and again: the comparison that follows finds what changed. */
export class PollingWatcher implements FolderWatcher {
  readonly #everyMs: number;

  /** @param everyMs milliseconds from one hint to the next */
  constructor({ everyMs }: { readonly everyMs: number }) {
    this.#everyMs = everyMs;
  }

  async watch(location: string, { onHint }: WatchOptions): Promise<Watch> {
    await requirePlace(location);
    const timer = setInterval(() => {
      onHint(['']);
    }, this.#everyMs);
    timer.unref();
    const close = () => {
      clearInterval(timer);
      return Promise.resolve();
    };
    return { method: 'polling', close };
  }
}
