import { Readable } from 'node:stream';
import { retryable } from '@tributary/kernel';
import { discard } from './discard.js';

interface Watching {
  /** For how long no byte may come while one is waited for. */
  readonly patienceMs: number;
  /** Told how many bytes have come in all; what it throws ends the body, and what is left of it is discarded. */
  readonly onBytes: (length: number) => void;
  /** Told before the body ends with `REQUEST.STALLED`. */
  readonly onStall: () => void;
}

/** The body as it comes. A reader that takes its time is no reason to end it. */
export function watchedBody(payload: Readable, watching: Watching): Readable {
  const body = Readable.from(watched(payload, watching), { objectMode: false });
  // Nobody need be reading any more when it breaks off.
  body.on('error', () => undefined);
  return body;
}

async function* watched(payload: Readable, { patienceMs, onBytes, onStall }: Watching): AsyncGenerator<Buffer> {
  // Not destroyed with its reader: there is an answer to send yet.
  const chunks: AsyncIterator<Buffer> = payload.iterator({ destroyOnReturn: false });
  let length = 0;
  for (;;) {
    const next = await within(patienceMs, chunks.next());
    if (next === 'late') {
      onStall();
      throw stalled(patienceMs);
    }
    if (next.done === true) return;
    length += next.value.length;
    try {
      onBytes(length);
    } catch (error) {
      await chunks.return?.();
      await discard(payload, 0);
      throw error;
    }
    yield next.value;
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, ms, 'late');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function stalled(ms: number) {
  const seconds = (ms / 1000).toString();
  return retryable('REQUEST.STALLED', `No byte of the body came for ${seconds} seconds: send it again.`, { category: 'timeout' });
}
