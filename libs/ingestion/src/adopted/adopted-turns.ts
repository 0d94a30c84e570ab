import { setTimeout as pause } from 'node:timers/promises';
import type { RecordStore } from '@tributary/engines-port';
import { retryable, type Clock } from '@tributary/kernel';

const KIND = 'adopted-turn';
/** Longer than a write may take. */
const TURN_MS = 30_000;
const WRITE_MS = 20_000;
const PAUSE_MS = 10;

/** Lets one process at a time change a point of a collection that knows no versions, whatever process it is: a turn that was never given back ends by itself. */
export class AdoptedTurns {
  readonly #records: RecordStore;
  readonly #clock: Clock;

  constructor(records: RecordStore, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
  }

  /** Runs `change` while nobody else changes this document; its signal ends before the turn does. @throws `COLLECTION.BUSY` when no turn came in time */
  async during<T>(key: string, signal: AbortSignal | undefined, change: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const revision = await this.#take(key, signal);
    const limits = [AbortSignal.timeout(WRITE_MS), ...(signal ? [signal] : [])];
    try {
      return await change(AbortSignal.any(limits));
    } finally {
      await this.#records.delete(KIND, [{ key, expect: revision }]);
    }
  }

  async #take(key: string, signal: AbortSignal | undefined): Promise<number> {
    const endsAt = performance.now() + TURN_MS + WRITE_MS;
    while (performance.now() < endsAt) {
      const now = this.#clock.now();
      const [present] = await this.#records.get(KIND, [key]);
      const isOpen = present === undefined || Number(present.value['until']) < now;
      if (isOpen) {
        const write = { kind: KIND, key, value: { until: now + TURN_MS }, expect: present?.revision ?? ('absent' as const) };
        const [outcome] = await this.#records.put([write]);
        if (outcome?.written) return outcome.revision;
      }
      await pause(PAUSE_MS, undefined, signal ? { signal } : {});
    }
    throw retryable('COLLECTION.BUSY', 'Somebody else keeps changing the same document; try again.');
  }
}
