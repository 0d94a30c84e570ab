import { isAbort, within } from '@tributary/kernel';

/** The result of work that an answer can do without, or what stands for it where the time is over or the work fails. @throws the reason of the signal, where the caller gave up */
export async function unlessLate<T, Otherwise>(
  limits: Parameters<typeof within>[0],
  work: (signal: AbortSignal) => Promise<T>,
  otherwise: Otherwise,
): Promise<T | Otherwise> {
  try {
    return await within(limits, work);
  } catch (error) {
    if (isAbort(error) && limits.signal?.aborted === true) throw error;
    return otherwise;
  }
}
