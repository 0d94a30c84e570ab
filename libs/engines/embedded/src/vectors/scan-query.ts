import type { Contest } from '../memory/joint-ranking.js';
import { TopSlots } from '../memory/top-slots.js';
import { NomineeRoom } from './nominee-room.js';
import { quantiseQuery, type QuantisedQuery } from './quantise-query.js';
import { rotationOf } from './rotation.js';

/** A query as scans read it, rotated and quantised once however many collections are scanned. */
export class ScanQuery {
  /** Of all its scans. */
  readonly room = new NomineeRoom();
  readonly quantised: QuantisedQuery;

  constructor(vector: Float32Array) {
    this.quantised = quantiseQuery(rotationOf(vector.length).rotate(vector));
  }
}

/** What a scan looks for: all that may be among the best once its exact cosine is known. */
export interface ScanGoal {
  /** Slots wanted at most. */
  readonly limit: number;
  /** Takes what each cosine is at least. */
  readonly contest: Contest;
}

/** The best of one collection by itself. */
export function bestOf(limit: number): ScanGoal {
  return { limit, contest: new TopSlots(limit, () => false) };
}
