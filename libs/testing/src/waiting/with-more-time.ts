import { eventually } from './eventually.js';

/** A longer time makes no attempt likelier to succeed. */
const LONGEST_MS = 3200;

/** Makes an attempt in which something lasts for `ms`; one that failed is made anew with twice as long, since on a busy machine the others may not have been done by then.
 *  @throws the last attempt's reason after 20 s */
export function withMoreTime<T>(ms: number, attempt: (ms: number) => Promise<T>): Promise<T> {
  let nextMs = ms;
  return eventually(() => {
    const thisMs = nextMs;
    nextMs = Math.min(Math.max(LONGEST_MS, 2 * ms), 2 * thisMs);
    return attempt(thisMs);
  }, 20_000);
}
