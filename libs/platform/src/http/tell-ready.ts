import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logging/logger.js';
import { readinessOf, type HealthCheck } from './readiness.js';

const LOOKED_AGAIN_AFTER_MS = 2000;

interface Started {
  readonly checks: readonly HealthCheck[];
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Where it is reached. */
  readonly fields: Readonly<Record<string, string>>;
  readonly againAfterMs?: number;
}

/** Logs `ready` once all is there that a process needs, and before that, once, that it listens and what it waits for. */
export function tellReady(started: Started): { end(): void } {
  const ending = new AbortController();
  void untilReady(started, ending.signal).catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  return {
    end: () => {
      ending.abort();
    },
  };
}

async function untilReady({ checks, logger, fields, againAfterMs = LOOKED_AGAIN_AFTER_MS }: Started, signal: AbortSignal): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { reasons } = await readinessOf(checks);
    signal.throwIfAborted();
    if (reasons.length === 0) {
      logger.info('ready', fields);
      return;
    }
    if (isFirst) logger.warn('listening, but not ready', { ...fields, reasons: reasons.join('; ') });
    await pause(againAfterMs, undefined, { signal, ref: false });
  }
}
