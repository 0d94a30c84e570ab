import { toErrorRecord } from '@tributary/kernel';

/** True for the error of an engine that is away, refuses its key or is configured no more: what it holds waits, and holds up nothing else. */
export function isOutOfReach(error: unknown): boolean {
  const { code, category } = toErrorRecord(error);
  return code === 'ENGINE.UNKNOWN' || category === 'unavailable' || category === 'timeout' || category === 'denied';
}
