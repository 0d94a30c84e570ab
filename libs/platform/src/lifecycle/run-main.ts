import { constants } from 'node:os';
import { TributaryError, toErrorRecord } from '@tributary/kernel';
import type { Configuration } from '../config/schema/configuration.js';
import type { Logger } from '../logging/logger.js';
import { exitCodeOf } from './exit-code.js';
import { SIGNALS } from './shutdown.js';

/** How a process logs. */
interface Logging {
  readonly logger: Logger;
  readonly configuration: Pick<Configuration, 'log'>;
}

/** The outermost frame of a process: an expected failure becomes its sentence on standard error and an exit code, a surprise its stack and 1.
 *  @param start tells how the process logs once it knows: with `log.format: json` a collector takes nothing but such lines */
export function runMain(start: (logsBy: (logging: Logging) => void) => Promise<void>): void {
  endOnSignalUntilReady();
  let json: Logger | undefined;
  const logsBy = ({ logger, configuration: { log } }: Logging): void => {
    json = log.format === 'json' ? logger : undefined;
  };
  start(logsBy).catch((error: unknown) => {
    const text = error instanceof TributaryError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (json === undefined) process.stderr.write(`${text}\n`);
    else json.error('the start failed', { code: toErrorRecord(error).code, reason: text });
    process.exit(exitCodeOf(error));
  });
}

/** Until the process knows how to end in order, a signal ends it as it ends any program: the first process of a container is deaf to signals that it has no listener for. */
function endOnSignalUntilReady(): void {
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
}
