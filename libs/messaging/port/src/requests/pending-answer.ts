import type { AnyQueue } from '@tributary/contracts';
import { abortReason } from '@tributary/kernel';
import { requestTimedOut } from '../refusals/refusals.js';
import type { RequestOptions } from '../queues/queues.js';

type Settlement = { readonly kind: 'answered'; readonly result: unknown } | { readonly kind: 'refused'; readonly error: Error };

/** One unanswered request. It settles once: by its answer, at its deadline, or when its caller aborts; whatever comes later is dropped. */
export class PendingAnswer {
  /** Rejects with what the handler threw, `REQUEST.TIMEOUT`, or the reason of the caller’s signal. */
  readonly result: Promise<unknown>;
  #settle: (settlement: Settlement) => void = () => undefined;

  /** `onGivenUp` tells the handler's side that nobody waits any more. */
  constructor(queue: AnyQueue, { deadline, signal }: RequestOptions, onGivenUp: (reason: Error) => void) {
    this.result = new Promise((resolve, reject) => {
      const onAbort = (): void => {
        giveUp(abortReason(signal));
      };
      const giveUp = (error: Error): void => {
        this.#settle({ kind: 'refused', error });
        onGivenUp(error);
      };
      const timer = setTimeout(() => {
        giveUp(requestTimedOut(queue));
      }, Math.ceil(deadline.remainingMs));
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#settle = (settlement) => {
        this.#settle = () => undefined;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        if (settlement.kind === 'answered') resolve(settlement.result);
        else reject(settlement.error);
      };
      if (signal?.aborted === true) onAbort();
    });
  }

  answer(result: unknown): void {
    this.#settle({ kind: 'answered', result });
  }

  refuse(error: Error): void {
    this.#settle({ kind: 'refused', error });
  }
}
