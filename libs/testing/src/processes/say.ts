import { writeSync } from 'node:fs';

const STANDARD_OUTPUT = 1;

/** Prints a line that is in the pipe when this returns, and waits while that is full: whoever kills this process knows of everything it had begun. A stream would
 *  keep lines back in memory while nobody reads them, and they would die with the process. Not to be mixed with `process.stdout`, which makes the pipe one that does not wait. */
export function say(line: string): void {
  writeSync(STANDARD_OUTPUT, `${line}\n`);
}
