import { once } from 'node:events';
import { MIB } from '@tributary/kernel';

const DISCARD_LIMIT = 64 * MIB;
const DISCARD_LIMIT_MS = 5000;

/** Reads a body to its end and drops it: a client that is still writing when the connection is closed never sees the refusal.
 *  What is enormous, or comes slowly, is cut off. @param length of the body as the client says it, bytes */
export async function discard(payload: NodeJS.ReadableStream, length: number): Promise<void> {
  if (length > DISCARD_LIMIT) return;
  payload.resume();
  await once(payload, 'end', { signal: AbortSignal.timeout(DISCARD_LIMIT_MS) }).catch(() => undefined);
}
