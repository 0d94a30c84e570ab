import { MIB, systemClock, type Clock } from '@tributary/kernel';
import type { CallMemory, KeptCall } from '@tributary/state-port';

const KEPT_MS = 24 * 3_600_000;
/** Characters of answers that are kept; the oldest go first. */
const MOST_KEPT = 32 * MIB;

/** Calls in the memory of this process, for a server that is the only one; they go with it. */
export class MemoryCallMemory implements CallMemory {
  readonly #clock: Clock;
  readonly #calls = new Map<string, { readonly call: KeptCall; readonly until: number }>();
  #size = 0;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  claim(key: string, fingerprint: string): Promise<KeptCall | undefined> {
    const kept = this.#calls.get(key);
    if (kept !== undefined && kept.until > this.#clock.now()) return Promise.resolve(kept.call);
    this.#keep(key, { state: 'begun', fingerprint });
    return Promise.resolve(undefined);
  }

  answer(key: string, call: { readonly fingerprint: string; readonly answer: string }): Promise<void> {
    this.#keep(key, { state: 'answered', ...call });
    return Promise.resolve();
  }

  release(key: string): Promise<void> {
    this.#forget(key);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #keep(key: string, call: KeptCall): void {
    this.#forget(key);
    this.#calls.set(key, { call, until: this.#clock.now() + KEPT_MS });
    this.#size += sizeOf(call);
    for (const [oldest, kept] of this.#calls) {
      if (this.#size <= MOST_KEPT && kept.until > this.#clock.now()) break;
      // One that is under way ends by itself; forgotten, it could be begun a second time.
      if (oldest !== key && kept.call.state === 'answered') this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const kept = this.#calls.get(key);
    if (kept === undefined) return;
    this.#calls.delete(key);
    this.#size -= sizeOf(kept.call);
  }
}

function sizeOf(call: KeptCall): number {
  return 256 + (call.state === 'answered' ? call.answer.length : 0);
}
