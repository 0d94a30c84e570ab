import { TributaryError } from '@tributary/kernel';
import { exitCodeOf } from './exit-code.js';

/** The outermost frame of a process: an expected failure becomes its sentence on standard error and an exit code, a surprise its stack and 1. */
export function runMain(start: () => Promise<void>): void {
  start().catch((error: unknown) => {
    const text = error instanceof TributaryError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${text}\n`);
    process.exit(exitCodeOf(error));
  });
}
