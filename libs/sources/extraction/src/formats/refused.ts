import type { Refusal, RefusalReason } from '@tributary/sources-port';

/** Thrown inside an extractor to give a document up; becomes a refusal at the edge. */
export class Refused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string) {
    super(detail);
    this.reason = reason;
  }

  toRefusal(): Refusal {
    return { extracted: false, reason: this.reason, detail: this.message };
  }
}
