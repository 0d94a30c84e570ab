import type { Principal } from '@tributary/contracts';
import { retryable } from '@tributary/kernel';
import type { CallCounts } from '@tributary/state-port';
import { loopbackGuest } from '../access/authenticate.js';

const RETRY_INGEST_MS = 1000;

/** Holds every caller to his limits; the owner and guests on loopback have none. */
export class CallLimits {
  readonly #counts: CallCounts;

  constructor(counts: CallCounts) {
    this.#counts = counts;
  }

  /** @throws `LIMIT.SEARCHES` with the time to wait */
  async search(principal: Principal): Promise<void> {
    if (isFree(principal)) return;
    const retryAfterMs = await this.#counts.takeSearch(principal.subject);
    if (retryAfterMs > 0) {
      throw retryable('LIMIT.SEARCHES', 'The token has asked for more searches than it may: ask again in a moment.', {
        category: 'overloaded',
        retryAfterMs,
      });
    }
  }

  /** @throws `LIMIT.INGESTS`, and what `run` throws */
  async ingest<Answer>(principal: Principal, run: () => Promise<Answer>): Promise<Answer> {
    if (isFree(principal)) return run();
    const end = await this.#counts.beginIngest(principal.subject);
    if (end === undefined) {
      throw retryable('LIMIT.INGESTS', 'The token has as many writes under way as it may: wait until one is answered.', {
        category: 'overloaded',
        retryAfterMs: RETRY_INGEST_MS,
      });
    }
    try {
      return await run();
    } finally {
      await end();
    }
  }
}

function isFree({ unrestricted, subject }: Principal): boolean {
  return unrestricted || subject === loopbackGuest.subject;
}
