import { TributaryError, retryable } from '@tributary/kernel';

/** What a caller hears when Redis did not do what it was asked for; our own errors pass as they are. */
export function unavailable(cause: unknown): TributaryError {
  if (cause instanceof TributaryError) return cause;
  const why = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
  return retryable('QUEUE.UNAVAILABLE', `Redis does not answer${why}. Check that it runs and that redis.url is right.`, { cause });
}

/** Waits for a command and turns its failure into `QUEUE.UNAVAILABLE`. */
export async function orUnavailable<T>(command: Promise<T>): Promise<T> {
  try {
    return await command;
  } catch (error) {
    throw unavailable(error);
  }
}
