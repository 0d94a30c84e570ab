/** Waits for something that is shared with other callers, but no longer than until the signal: the others still wait. */
export async function untilAborted<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return shared;
  signal.throwIfAborted();
  let leave: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => {
      // safe: an aborted signal always carries an error unless a caller chose something else
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([shared, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
