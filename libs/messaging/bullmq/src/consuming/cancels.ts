import type { Subscriptions } from '../connection/subscriptions.js';

/** A cancel can overtake the job it means on its way to this process, so it is remembered for a while. */
const REMEMBERED_MS = 10_000;

/** Brings cancels from anywhere to the jobs that run here. */
export class Cancels {
  readonly #subscriptions: Subscriptions;
  readonly #channel: string;
  readonly #listeners = new Set<(id: string) => void>();
  readonly #recent = new Map<string, number>();
  #subscribed: Promise<void> | undefined;

  constructor(subscriptions: Subscriptions, channel: string) {
    this.#subscriptions = subscriptions;
    this.#channel = channel;
  }

  /** Resolves when cancels are heard; what it answers ends that. */
  async listen(listener: (id: string) => void): Promise<() => void> {
    this.#listeners.add(listener);
    this.#subscribed ??= this.#subscriptions.listen(this.#channel, (id) => {
      this.#hear(id);
    });
    await this.#subscribed;
    return () => this.#listeners.delete(listener);
  }

  /** True when a cancel of a job of this id was heard before it came; the job may have been redriven since. */
  wasHeard(id: string): boolean {
    return this.#recent.has(id);
  }

  #hear(id: string): void {
    const now = Date.now();
    for (const [old, heardAt] of this.#recent) {
      if (now - heardAt < REMEMBERED_MS) break;
      this.#recent.delete(old);
    }
    this.#recent.set(id, now);
    for (const listener of this.#listeners) listener(id);
  }
}
