import type { AnyQueue } from '@tributary/contracts';
import type { ErrorRecord } from '@tributary/kernel';

/** What runs of a job met: the code and the words of the error. */
export type Outage = Pick<ErrorRecord, 'code' | 'message'>;

/** An outage, with when a run met it last, in milliseconds since the epoch. */
type Met = Outage & { readonly at: number };

/** One that nobody met for so long is over: what waits for it runs every half minute. */
const STANDS_MS = 120_000;
/** A process notes one outage of one key no sooner again. */
export const NOTE_EVERY_MS = 10_000;

/** @param data a payload, as it came
 *  @returns under what an outage that its job met is noted; undefined where the queue notes none */
export function outageKeyOf(queue: AnyQueue, data: unknown): string | undefined {
  const parsed = queue.outageKey === undefined ? undefined : queue.data.safeParse(data);
  return parsed?.success === true ? queue.outageKey?.(parsed.data) : undefined;
}

/** Those that a run met lately. */
export function standing(met: Iterable<readonly [key: string, met: Met]>, now: number): ReadonlyMap<string, Outage> {
  const lately = [...met].filter(([, { at }]) => now - at <= STANDS_MS);
  return new Map(lately.map(([key, { code, message }]) => [key, { code, message }]));
}
