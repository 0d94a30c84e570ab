import { Deadline } from '@tributary/kernel';

const CHOOSE_SHARE = 0.25;
const EMBED_SHARE = 0.25;
/** Of what is left for lanes when vectors are asked for. */
const EMBED_SHARE_OF_LANES = 0.5;
const LANES_SHARE = 0.6;
const CONTENTS_SHARE = 0.75;
const RERANK_SHARE = 0.85;
const READ_SHARE = 0.95;

/** Of engines that have to be asked for collections nobody adopted: as long as a connection may take. */
const LIST_WAIT_MS = 300;
const LIST_SHARE = 0.25;

/** How the time of one search is divided; every deadline counts from its beginning. */
export interface SearchDeadlines {
  /** When it began, in milliseconds of `performance.now()`. */
  readonly startedAt: number;
  /** A choice of collections that is not made by then is not made. */
  readonly choose: Deadline;
  /** Milliseconds that a query vector may take, whenever it is asked for. */
  readonly embedMs: number;
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
    choose: whole.share(CHOOSE_SHARE),
    embedMs: whole.remainingMs * EMBED_SHARE,
    lanes: whole.share(LANES_SHARE),
    contents: whole.share(CONTENTS_SHARE),
    rerank: whole.share(RERANK_SHARE),
    read: whole.share(READ_SHARE),
  };
}

/** A query vector that is not there by then is done without. It counts from now, since what came before may have taken long, and leaves lanes half of their time. */
export function timeToEmbed({ embedMs, lanes }: Pick<SearchDeadlines, 'embedMs' | 'lanes'>): Deadline {
  return Deadline.in(Math.min(embedMs, lanes.remainingMs * EMBED_SHARE_OF_LANES));
}

/** Milliseconds that engines are waited for which have to be asked for their collections. */
export function listWaitMs({ remainingMs }: Deadline): number {
  return Math.min(LIST_WAIT_MS, remainingMs * LIST_SHARE);
}
