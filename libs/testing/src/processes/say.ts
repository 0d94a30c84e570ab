import { writeSync } from 'node:fs';

const STANDARD_OUTPUT = 1;
/** Between two attempts to write into a pipe that is full and does not wait by itself. */
const PAUSE_MS = 1;

/** Prints a line that is in the pipe when this returns, and waits while that is full: whoever kills this process knows of everything it had begun. A stream would
 *  keep lines back in memory while nobody reads them, and they would die with the process. */
export function say(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let written = 0; written < bytes.length;) written += writeSome(bytes.subarray(written));
}

/** `process.stdout`, which the start of a worker thread touches, makes the pipe one that does not wait: then nothing is written while it is full. */
function writeSome(bytes: Uint8Array): number {
  try {
    return writeSync(STANDARD_OUTPUT, bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    return 0;
  }
}
