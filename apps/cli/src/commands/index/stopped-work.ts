import type { CallContext, Operations } from '@tributary/contracts';
import { retryable } from '@tributary/kernel';

interface StoppedWorkOptions {
  readonly operations: Pick<Operations, 'status'>;
  readonly call: CallContext;
  readonly now?: () => number;
}

/** So long without any change it is asked whether anything can still be written, and again after as long. */
const AFTER_MS = 3_000;

/** Ends a wait that would last until somebody makes room for the data. */
export class StoppedWork {
  readonly #with: StoppedWorkOptions;
  readonly #now: () => number;
  #counts = '';
  #since = 0;

  constructor(options: StoppedWorkOptions) {
    this.#with = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** @param counts of what is waited for, as they are now
   *  @throws `DATA.UNWRITABLE` while they do not change because what is written is refused */
  async look(counts: readonly object[]): Promise<void> {
    const now = JSON.stringify(counts);
    if (now !== this.#counts) {
      this.#counts = now;
      this.#since = this.#now();
      return;
    }
    if (this.#now() - this.#since < AFTER_MS) return;
    this.#since = this.#now();
    const { standstill } = await this.#with.operations.status(this.#with.call);
    if (standstill === undefined) return;
    throw retryable('DATA.UNWRITABLE', `${standstill} What was accepted is indexed by the next command that finds room.`);
  }
}
