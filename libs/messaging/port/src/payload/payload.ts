import type { AnyQueue, QueueData, QueueInput, QueueResult } from '@tributary/contracts';
import { MIB, permanent, utf8Bytes } from '@tributary/kernel';
import { z } from 'zod';

/** The largest payload a queue takes; bigger content belongs in the catalog and its id in the payload. */
const MAX_PAYLOAD_BYTES = MIB;

/** A payload on its way into a queue: what was given, as JSON, and what its schema reads from it. */
export interface EncodedPayload<Q extends AnyQueue> {
  readonly json: string;
  /** UTF-8 bytes of the JSON. */
  readonly bytes: number;
  readonly data: QueueData<Q>;
}

/** Checks a payload against the queue's schema and its size. What is stored is what was given: schemas act once, when the job is taken off.
 *  @throws `QUEUE.PAYLOAD_INVALID`, `QUEUE.PAYLOAD_TOO_LARGE` */
export function encodePayload<Q extends AnyQueue>(queue: Q, input: QueueInput<Q>): EncodedPayload<Q> {
  const data = parseData(queue, input);
  const json = JSON.stringify(input);
  const bytes = utf8Bytes(json);
  if (bytes > MAX_PAYLOAD_BYTES) {
    throw permanent(
      'QUEUE.PAYLOAD_TOO_LARGE',
      `A payload of ${queue.name} has ${bytes} bytes; at most ${MAX_PAYLOAD_BYTES} are taken. Split it, or store the text first and send its id.`,
      { category: 'too_large' },
    );
  }
  return { json, bytes, data };
}

/** Reads a stored payload. @throws `QUEUE.PAYLOAD_INVALID` when it is not JSON or not what the queue declares. */
export function decodePayload<Q extends AnyQueue>(queue: Q, json: string): QueueData<Q> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw permanent('QUEUE.PAYLOAD_INVALID', `A payload of ${queue.name} is not JSON.`);
  }
  return parseData(queue, value);
}

/** Reads a value as the queue's payload. @throws `QUEUE.PAYLOAD_INVALID` */
export function parseData<Q extends AnyQueue>(queue: Q, value: unknown): QueueData<Q> {
  const parsed = queue.data.safeParse(value);
  const wrong = parsed.success ? queue.refusal?.(value) : z.prettifyError(parsed.error);
  if (wrong !== undefined) {
    const about = queue.labelOfBroken?.(value);
    const which = about === undefined ? '' : ` (${about})`;
    throw permanent('QUEUE.PAYLOAD_INVALID', `A payload of ${queue.name}${which} is not what the queue declares: ${wrong}`);
  }
  return parsed.data as QueueData<Q>; // safe: the queue's own schema made it
}

/** Reads a value as the queue's result. @throws `QUEUE.RESULT_INVALID` */
export function parseResult<Q extends AnyQueue>(queue: Q, value: unknown): QueueResult<Q> {
  const parsed = queue.result.safeParse(value);
  if (!parsed.success) {
    throw permanent('QUEUE.RESULT_INVALID', `An answer of ${queue.name} is not what the queue declares: ${z.prettifyError(parsed.error)}`, {
      category: 'internal',
    });
  }
  return parsed.data as QueueResult<Q>; // safe: the queue's own schema made it
}
