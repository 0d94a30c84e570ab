import type { Deadline } from './deadline.js';
import { TimeLimit } from './time-limit.js';

/** The result of `work`, or a rejection as soon as the deadline is over or the caller gives up, even when `work` ignores its signal, which means something only while it works. */
export async function within<T>(
  { deadline, signal }: { readonly deadline: Deadline; readonly signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  using limit = new TimeLimit(deadline.remainingMs, signal);
  const { signal: over } = limit;
  over.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    const giveUp = () => {
      reject(over.reason instanceof Error ? over.reason : new DOMException('The call was given up.', 'AbortError'));
    };
    over.addEventListener('abort', giveUp, { once: true });
    work(over).then(resolve, reject);
  });
}
