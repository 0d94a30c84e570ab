import type { Deadline } from '@tributary/kernel';

const EMBED_SHARE = 0.25;
const LANES_SHARE = 0.6;
const CONTENTS_SHARE = 0.75;
const RERANK_SHARE = 0.85;
const READ_SHARE = 0.95;

/** How the time of one search is divided; every part counts from its beginning. */
export interface SearchDeadlines {
  /** When it began, in milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** A query vector that is not there by then is done without. */
  readonly embed: Deadline;
  /** Lanes that have not answered by then are reported as timed out. */
  readonly lanes: Deadline;
  /** Texts in which quoted and excluded words are looked for are there by then, or their collection is lost: it must not use up the time of the others. */
  readonly contents: Deadline;
  /** A reranker has until then; the rest is for what comes after it. */
  readonly rerank: Deadline;
  /** Passages that are not read by then are left out. */
  readonly read: Deadline;
}

export function divideTime(whole: Deadline): SearchDeadlines {
  return {
    startedAt: performance.now(),
    embed: whole.share(EMBED_SHARE),
    lanes: whole.share(LANES_SHARE),
    contents: whole.share(CONTENTS_SHARE),
    rerank: whole.share(RERANK_SHARE),
    read: whole.share(READ_SHARE),
  };
}
