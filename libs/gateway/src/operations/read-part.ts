import type { UnavailablePart } from '@tributary/contracts';
import { Deadline, TributaryError, isAbort, within } from '@tributary/kernel';

/** Who asks how the server is wants to know within the ten seconds that a scrape lasts. */
const LIMIT_MS = 6000;

/** What was read of a part of the status, or what stands for it and why. */
interface PartRead<T> {
  readonly value: T;
  readonly unavailable: readonly UnavailablePart[];
}

/** Reads one part of the status; where what it asks is away, or does not answer in 6 s, that is told, and `otherwise` stands for it.
 *  @throws what is no outage */
export async function readPart<T>(part: UnavailablePart['part'], read: () => Promise<T>, otherwise: T): Promise<PartRead<T>> {
  try {
    return { value: await within({ deadline: Deadline.in(LIMIT_MS) }, read), unavailable: [] };
  } catch (error) {
    return { value: otherwise, unavailable: [{ part, reason: reasonOf(error) }] };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TributaryError) return error.message;
  if (isAbort(error)) return `There was no answer within ${(LIMIT_MS / 1000).toString()} s.`;
  throw error;
}
