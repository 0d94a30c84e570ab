import { toErrorRecord } from '@tributary/kernel';
import type { JobLog } from '@tributary/messaging-port';

/** Waits for a job to be stored that is only the wake-up for something already durable. Where the queue is away or full, the sweep adds it later. */
export async function wakeOrLeave(added: Promise<unknown>, log: JobLog): Promise<void> {
  try {
    await added;
  } catch (error) {
    const { code, retryable } = toErrorRecord(error);
    if (!retryable) throw error;
    log('a job could not be added; the sweep will add it', { code });
  }
}
