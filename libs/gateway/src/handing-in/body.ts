import { Readable } from 'node:stream';
import { MIB, permanent } from '@tributary/kernel';

/** Largest body that is held as a whole. */
export const LARGEST_WHOLE = 48 * MIB;
const DRAIN_LIMIT_MS = 5_000;

/** Reads a body without closing its connection when it stops early: there is an answer to send yet. */
export function chunksOf(body: Readable): AsyncIterator<Buffer> {
  return body.iterator({ destroyOnReturn: false });
}

/** A body as a whole. @throws `REQUEST.TOO_LARGE` above so many bytes */
export async function wholeBody(body: Readable, most = LARGEST_WHOLE): Promise<Buffer> {
  const chunks = chunksOf(body);
  const parts: Buffer[] = [];
  let length = 0;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    parts.push(next.value);
    length += next.value.length;
    if (length <= most) continue;
    await drain(chunks);
    throw permanent(
      'REQUEST.TOO_LARGE',
      `The body is larger than ${(most / MIB).toString()} MB: send less at once; lines without an Idempotency-Key have no limit.`,
      {
        category: 'too_large',
      },
    );
  }
  return Buffer.concat(parts);
}

/** Reads what is left and drops it, for a while: a client that is still writing when the connection is closed never sees the refusal.
 *  @returns whether that was all of it */
export async function drain(chunks: AsyncIterator<Buffer>, limitMs = DRAIN_LIMIT_MS): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, limitMs, 'late');
  });
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), late]);
      if (next === 'late') return false;
      if (next.done === true) return true;
    }
  } finally {
    clearTimeout(timer);
  }
}
