import { isOutOfReach, type Engines } from '@tributary/engines-port';
import { hasCode } from '@tributary/kernel';

/** Has words that occur in no document any more leave the engines that keep them. It may take minutes, so nothing waits for it. */
export class ForgetWords {
  readonly #engines: Engines;

  constructor({ engines }: { readonly engines: Engines }) {
    this.#engines = engines;
  }

  /** @returns how many words were forgotten */
  async run(signal: AbortSignal): Promise<number> {
    let forgotten = 0;
    for (const engine of this.#engines.all()) {
      if (engine.forgetWords === undefined) continue;
      try {
        for (const { name } of await engine.listCollections({ signal }))
          forgotten += await engine.forgetWords(name, { signal }).catch(noneIfGone);
      } catch (error) {
        // Its words wait for the next time, those of the others do not.
        if (!isOutOfReach(error)) throw error;
      }
    }
    return forgotten;
  }
}

/** One that was dropped meanwhile. */
function noneIfGone(error: unknown): number {
  if (hasCode(error, 'COLLECTION.NOT_FOUND')) return 0;
  throw error;
}
