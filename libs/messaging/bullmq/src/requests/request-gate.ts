import type { AnyQueue } from '@tributary/contracts';
import { limitsOf, noAnswerer, overloaded, type LimitsByQueue } from '@tributary/messaging-port';
import type { Presence } from '../consuming/presence.js';

/** What was seen of a queue counts this long. */
const FRESH_MS = 100;

interface Seen {
  readonly at: number;
  readonly consumers: number;
  inLine: number;
}

/** Lets a request pass when somebody lives to answer it and the line is not too long. */
export class RequestGate {
  readonly #presence: Presence;
  readonly #limits: LimitsByQueue;
  readonly #seen = new Map<string, Seen>();
  readonly #looks = new Map<string, Promise<number>>();
  /** Requests that passed and are not in Redis yet, by queue. */
  readonly #onTheWay = new Map<string, number>();

  constructor(presence: Presence, limits: LimitsByQueue) {
    this.#presence = presence;
    this.#limits = limits;
  }

  /** To be told when the request is in Redis, or will never be. @throws `REQUEST.NO_ANSWERER`, `<QUEUE>.OVERLOADED` */
  async pass(queue: AnyQueue): Promise<() => void> {
    const { maxWaiting } = limitsOf(queue, this.#limits);
    const known = this.#seen.get(queue.name);
    const isFresh = known !== undefined && performance.now() - known.at <= FRESH_MS;
    // Before a refusal it looks again: what was in line may have been answered long since.
    if (!isFresh || known.consumers === 0 || known.inLine >= maxWaiting) await this.look(queue);
    // From here to the end nothing is waited for, so that two requests never take the same place.
    const seen = this.#seen.get(queue.name);
    if (seen === undefined || seen.consumers === 0) throw noAnswerer(queue);
    if (seen.inLine >= maxWaiting) throw overloaded(queue);
    seen.inLine += 1;
    this.#onTheWay.set(queue.name, this.#countOnTheWay(queue) + 1);
    return () => this.#onTheWay.set(queue.name, this.#countOnTheWay(queue) - 1);
  }

  /** Looks at the queue now, or waits for the look that is under way; answers the number of its consumers. */
  async look(queue: AnyQueue): Promise<number> {
    const underWay = this.#looks.get(queue.name) ?? this.#lookNow(queue).finally(() => this.#looks.delete(queue.name));
    this.#looks.set(queue.name, underWay);
    return underWay;
  }

  async #lookNow(queue: AnyQueue): Promise<number> {
    const { consumers, inLine } = await this.#presence.look(queue.name);
    // Adds and looks share a connection, so what is still on its way here is not among what was seen.
    this.#seen.set(queue.name, { at: performance.now(), consumers, inLine: inLine + this.#countOnTheWay(queue) });
    return consumers;
  }

  #countOnTheWay(queue: AnyQueue): number {
    return this.#onTheWay.get(queue.name) ?? 0;
  }
}
