import type { Logger } from '../logging/logger.js';
import { errorFields } from '../logging/logger.js';

interface ShutdownOptions {
  /** Ends what runs; resolves when it has drained. */
  readonly close: () => Promise<void>;
  /** Milliseconds after which the process ends although `close` has not resolved. */
  readonly graceMs: number;
  readonly logger: Logger;
}

/** What ends a process in order. */
export const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Ends the process in order on SIGTERM or SIGINT, or when the process that started it over a channel is gone: drain, then exit 0;
 *  exit 1 when the grace time is over; a second signal ends it at once.
 *  @returns what ends it in the same way for another reason, which goes into the log */
export function shutDownOnSignal({ close, graceMs, logger }: ShutdownOptions): (reason: string) => void {
  let isEnding = false;
  const end = (signal: string) => {
    if (isEnding) process.exit(1);
    isEnding = true;
    logger.info('ending', { signal });
    const limit = setTimeout(() => {
      logger.error('did not drain in time', { graceMs });
      process.exit(1);
    }, graceMs);
    close().then(
      () => {
        clearTimeout(limit);
        process.exit(0);
      },
      (error: unknown) => {
        logger.error('ended with an error', errorFields(error));
        process.exit(1);
      },
    );
  };
  for (const signal of SIGNALS) process.on(signal, end);
  const endOnce = (reason: string) => {
    if (!isEnding) end(reason);
  };
  process.once('disconnect', () => {
    endOnce('disconnect');
  });
  return endOnce;
}
