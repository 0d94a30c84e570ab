import type { Parts } from '../parts/compose-parts.js';

/** Left over for answering what is in flight after the jobs have drained. */
const RESERVE_MS = 5000;
/** A standalone server is ended by somebody who waits; its jobs are kept in a file and go on at the next start. */
const STANDALONE_MS = 1500;
/** Left over for closing the store after the last connection. */
const LAST_MS = 2000;

/** Milliseconds running jobs get at the end. */
export function jobGraceMs({ queueKind, configuration }: Pick<Parts, 'queueKind' | 'configuration'>): number {
  const { graceMs } = configuration.shutdown;
  return queueKind === 'local' ? Math.min(graceMs, STANDALONE_MS) : Math.max(0, graceMs - RESERVE_MS);
}

/** Milliseconds, from the beginning of the end, after which calls that still wait (for an ingest, on a stream) are cut off. */
export function httpGraceMs({ queueKind, configuration }: Pick<Parts, 'queueKind' | 'configuration'>): number {
  const { graceMs } = configuration.shutdown;
  return queueKind === 'local' ? Math.min(graceMs, 2 * STANDALONE_MS) : Math.max(0, graceMs - LAST_MS);
}
