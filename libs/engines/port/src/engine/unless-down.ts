import { retryable } from '@tributary/kernel';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { engineHealth } from './engine-health.js';
import type { Engine } from './engine.js';

/** After so long without an answer it is worth asking whether the engine answers at all. */
const PATIENT_MS = 2500;

interface Patience {
  /** Milliseconds without an answer after which it is asked whether the engine is there. */
  readonly patientMs?: number;
  /** What follows from its being down, for the message. */
  readonly consequence?: string;
}

/** What was read of an engine for whoever waits for it: from one that is slow as long as it takes, from one that is down until that is known, by default for some
 *  five seconds.
 *  @throws `ENGINE.UNAVAILABLE` when it is down, and what the call throws */
export async function unlessDown<T>(
  engine: Engine,
  read: () => Promise<T>,
  { patientMs = PATIENT_MS, consequence = 'so nothing was changed' }: Patience = {},
): Promise<T> {
  const over = new AbortController();
  try {
    return await Promise.race([read(), whenDown(engine, { signal: over.signal, patientMs, consequence })]);
  } finally {
    over.abort();
  }
}

async function whenDown(
  engine: Engine,
  { signal, patientMs, consequence }: Required<Patience> & { readonly signal: AbortSignal },
): Promise<never> {
  await pause(patientMs, undefined, { signal, ref: false });
  const { status, detail = 'It does not answer.' } = await engineHealth(engine);
  if (status === 'down') {
    const message = `The engine ${engine.name} is down, ${consequence}: ${detail} Try again when tributary status shows it up.`;
    throw retryable('ENGINE.UNAVAILABLE', message, { untaken: true });
  }
  // Slow it may be.
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
