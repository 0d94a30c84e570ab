/** The result of work that has begun, or the reason of the signal as soon as it aborts. The work goes on all the same: what it ends with then is told to nobody. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => {
      reject(abortReason(signal));
    };
    // Listened to first: work that fails with nobody listening ends the process.
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', giveUp));
    if (signal?.aborted === true) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** Why a signal has aborted, as an error that `isAbort` knows where the one who aborted gave none. */
export function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException('The call was given up.', 'AbortError');
}
