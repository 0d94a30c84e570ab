import type { EventQueue } from './event-queue.ts';
import type { Observation, Scaling } from './model.ts';

/** More than this are not started between two polls: Kubernetes’ own default. */
const GROWTH = { factor: 2, embedders: 4 };

interface Fleet {
  readonly observe: () => Observation;
  /** Embedders that are there or starting. */
  readonly size: () => number;
  readonly start: () => void;
  /** One more is going to start. */
  readonly expect: () => void;
  readonly stop: (count: number) => void;
}

/** Polls, and changes the number of embedders: up at once, down only when fewer were wanted for the whole stabilisation window. */
export class Autoscaler {
  readonly #scaling: Scaling;
  readonly #events: EventQueue;
  readonly #fleet: Fleet;
  #wanted: { readonly at: number; readonly count: number }[] = [];

  constructor(scaling: Scaling, events: EventQueue, fleet: Fleet) {
    this.#scaling = scaling;
    this.#events = events;
    this.#fleet = fleet;
    this.#poll();
  }

  #poll(): void {
    const { pollSeconds, stabilisationSeconds, startSeconds, least, most, desired } = this.#scaling;
    this.#events.plan(pollSeconds, () => {
      const seen = this.#fleet.observe();
      const present = this.#fleet.size();
      const reachable = Math.max(present * GROWTH.factor, present + GROWTH.embedders);
      const count = Math.min(most, reachable, Math.max(least, Math.ceil(desired(seen))));
      this.#wanted = [...this.#wanted.filter(({ at }) => seen.now - at < stabilisationSeconds), { at: seen.now, count }];
      const goal = Math.max(...this.#wanted.map((wanted) => wanted.count));
      for (let n = present; n < count; n++) {
        this.#fleet.expect();
        this.#events.plan(startSeconds, this.#fleet.start);
      }
      if (goal < present) this.#fleet.stop(present - goal);
      this.#poll();
    });
  }
}
