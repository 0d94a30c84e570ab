import type { Deadline } from './deadline.js';

/** The result of `work`, or a rejection as soon as the deadline is over or the caller gives up, even when `work` ignores its signal. */
export async function within<T>(
  { deadline, signal }: { readonly deadline: Deadline; readonly signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = deadline.signal(signal);
  limit.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => {
      reject(limit.reason instanceof Error ? limit.reason : new DOMException('The call was given up.', 'AbortError'));
    };
    limit.addEventListener('abort', giveUp, { once: true });
    void work(limit)
      .then(resolve, reject)
      .finally(() => {
        limit.removeEventListener('abort', giveUp);
      });
  });
}
