import { systemClock, type Clock } from '@tributary/kernel';
import type { SessionStore } from '@tributary/state-port';

const MOST_KEPT = 10_000;

interface Kept {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Sessions in the memory of this process, for a server that is the only one; they end with it. The oldest go first. */
export class MemorySessionStore implements SessionStore {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#find(key));
  }

  set(key: string, value: string, lifeMs: number): Promise<void> {
    this.#put(key, value, lifeMs);
    return Promise.resolve();
  }

  replace(key: string, value: string, lifeMs: number): Promise<boolean> {
    const isThere = this.#find(key) !== undefined;
    if (isThere) this.#put(key, value, lifeMs);
    return Promise.resolve(isThere);
  }

  take(key: string): Promise<string | undefined> {
    const value = this.#find(key);
    this.#kept.delete(key);
    return Promise.resolve(value);
  }

  claim(key: string, lifeMs: number): Promise<boolean> {
    const isFirst = this.#find(key) === undefined;
    if (isFirst) this.#put(key, '', lifeMs);
    return Promise.resolve(isFirst);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #find(key: string): string | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && kept.until > this.#clock.now() ? kept.value : undefined;
  }

  #put(key: string, value: string, lifeMs: number): void {
    this.#kept.delete(key);
    this.#kept.set(key, { value, until: this.#clock.now() + lifeMs });
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
