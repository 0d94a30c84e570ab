import { unlessDown, type Engine } from '@tributary/engines-port';
import { isAbort, within } from '@tributary/kernel';
import { outOfTime } from '../search/search.errors.js';

/** The result of work without which there is no answer. @throws `SEARCH.TIMED_OUT` as soon as the deadline is over, the reason of the signal */
async function inTime<T>(limits: Parameters<typeof within>[0], work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await within(limits, work);
  } catch (error) {
    if (isAbort(error) && limits.signal?.aborted !== true) throw outOfTime();
    throw error;
  }
}

/** As `inTime`, for what is read of the catalog, which the primary engine keeps: when that one is down, the search need not wait until its time is over.
 *  @throws `ENGINE.UNAVAILABLE` */
export function inTimeFromCatalog<T>(
  engine: Engine,
  limits: Parameters<typeof within>[0],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const patientMs = limits.deadline.remainingMs * PATIENT_SHARE;
  return unlessDown(engine, () => inTime(limits, work), { patientMs, consequence: CONSEQUENCE });
}

/** Of the time: a server that nobody reaches may take some 300 ms to show it. */
const PATIENT_SHARE = 0.25;
const CONSEQUENCE = 'and the catalog of all collections lies in it, so nothing can be searched';
