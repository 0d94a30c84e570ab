import type { Deadline } from './deadline.js';
import { TimeLimit } from './time-limit.js';
import { untilAborted } from './until-aborted.js';

/** The result of `work`, or a rejection as soon as the deadline is over or the caller gives up, even when `work` ignores its signal, which means something only while it works. */
export async function within<T>(
  { deadline, signal }: { readonly deadline: Deadline; readonly signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  using limit = new TimeLimit(deadline.remainingMs, signal);
  const { signal: over } = limit;
  over.throwIfAborted();
  return await untilAborted(work(over), over);
}
