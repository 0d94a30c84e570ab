import type { CoverageStatus } from '@tributary/contracts';
import type { UnreadableCollection } from '@tributary/engines-port';
import { isAbort, toErrorRecord, type ErrorRecord } from '@tributary/kernel';

/** Why a lane or a collection has nothing to say, as coverage reports it. */
export interface Failure {
  readonly status: Extract<CoverageStatus, 'timed_out' | 'failed' | 'incompatible' | 'stale' | 'skipped'>;
  readonly code: string;
  readonly reason: string;
  /** True when trying the engine again soon is a waste of time. */
  readonly isOutage: boolean;
}

const INCOMPATIBLE = new Set([
  'ENGINE.UNSUPPORTED',
  'ENGINE.DIMENSION_MISMATCH',
  'MODEL.MISMATCH',
  'MODEL.UNKNOWN',
  'FILTER.UNSUPPORTED',
  'COLLECTION.FIELD_UNMAPPED',
]);

/** What it means that a collection did not answer in time because its points are still being read; `share` of them are. */
export function notReadYet(share: number): Failure {
  return {
    status: 'timed_out',
    code: 'SEARCH.READING',
    reason: `still being read into memory (${Math.floor(share * 100).toString()} %), ask again in a few seconds`,
    isOutage: false,
  };
}

/** What an error means for the coverage. */
export function failureOf(error: unknown): Failure {
  if (isAbort(error))
    return { status: 'timed_out', code: 'SEARCH.LATE', reason: 'no answer within its share of the deadline', isOutage: true };
  const record = toErrorRecord(error);
  return {
    status: statusOf(record),
    code: record.code,
    reason: record.message,
    isOutage: record.category === 'unavailable' || record.category === 'timeout',
  };
}

/** What it means that a collection could not even be looked at. */
export function failureOfUnreadable({ status, code, reason }: UnreadableCollection): Failure {
  return { status, code, reason, isOutage: false };
}

function statusOf({ code, category }: ErrorRecord): Failure['status'] {
  if (category === 'timeout') return 'timed_out';
  return INCOMPATIBLE.has(code) ? 'incompatible' : 'failed';
}
