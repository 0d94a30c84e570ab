import { isAbort, within } from '@tributary/kernel';
import { outOfTime } from '../search/search.errors.js';

/** The result of work without which there is no answer. @throws `SEARCH.TIMED_OUT` as soon as the deadline is over, the reason of the signal */
export async function inTime<T>(limits: Parameters<typeof within>[0], work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await within(limits, work);
  } catch (error) {
    if (isAbort(error) && limits.signal?.aborted !== true) throw outOfTime();
    throw error;
  }
}
