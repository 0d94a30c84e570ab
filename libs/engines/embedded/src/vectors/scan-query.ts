import type { Contest } from '../memory/joint-ranking.js';
import { TopSlots } from '../memory/top-slots.js';
import { NomineeRoom } from './nominee-room.js';
import { quantiseQuery, quantiseRoughly, type QuantisedQuery, type RoughQuery } from './quantise-query.js';

/** A query as scans read it, quantised once however many collections are scanned. */
export class ScanQuery {
  /** Of all its scans. */
  readonly room = new NomineeRoom();
  readonly #vector: Float32Array;
  #fine: QuantisedQuery | undefined;
  #rough: RoughQuery | undefined;

  constructor(vector: Float32Array) {
    this.#vector = vector;
  }

  get fine(): QuantisedQuery {
    return (this.#fine ??= quantiseQuery(this.#vector));
  }

  get rough(): RoughQuery {
    return (this.#rough ??= quantiseRoughly(this.#vector));
  }
}

/** What a scan looks for: all that may be among the best once its exact cosine is known. */
export interface ScanGoal {
  /** Slots wanted at most. */
  readonly limit: number;
  /** Take the least that each cosine can be; of scans that go before it the rough one knows less, so it has a contest of its own. */
  readonly rough: Contest;
  readonly fine: Contest;
}

/** The best of one collection by itself. */
export function bestOf(limit: number): ScanGoal {
  const contest = () => new TopSlots(limit, () => false);
  return { limit, rough: contest(), fine: contest() };
}
