import { MIB } from '@tributary/kernel';
import type { Stats } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenFile } from '../paths/file-access.js';

const ATTEMPTS = 3;
/** File systems note the time of a change in steps of up to 10 ms: a file changed just now may change again unnoticed. */
const SETTLING_MS = 20;
const OTHER_CLOCK_MS = 1000;
const SLICE_BYTES = MIB;

/** A file as it was at one moment. */
export interface StableContent {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly mtimeMs: number;
}

interface StableReading {
  /** The file as it was found when it was opened, and the moment before, in milliseconds. */
  readonly opened: Stats;
  readonly openedMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Reads an open file so that size and time of change are the same before and after, and the time lies far enough back to be trusted; tries at most three
 *  times. Undefined when the file kept changing. */
export async function readStable(
  file: OpenFile,
  { opened, openedMs, maxBytes, signal }: StableReading,
): Promise<StableContent | 'too-large' | undefined> {
  let [before, startedMs] = [opened, openedMs];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) {
      await pause(SETTLING_MS, undefined, signal ? { signal } : {});
      startedMs = Date.now();
      before = await file.state();
    }
    if (before.size > maxBytes) return 'too-large';
    const bytes = await readAll(file, before.size, signal);
    const after = await file.state();
    if (bytes && isSameState(before, after) && isSettled(after, startedMs)) return { bytes, size: after.size, mtimeMs: after.mtimeMs };
  }
  return undefined;
}

/** The first `size` bytes, or undefined when there are fewer. */
async function readAll(file: OpenFile, size: number, signal: AbortSignal | undefined): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size;) {
    signal?.throwIfAborted();
    const count = await file.read(bytes, at, Math.min(SLICE_BYTES, size - at));
    if (count === 0) return undefined;
    at += count;
  }
  return bytes;
}

function isSameState(before: Stats, after: Stats): boolean {
  return before.size === after.size && before.mtimeMs === after.mtimeMs && before.ctimeMs === after.ctimeMs;
}

// The time of change of the file's record (ctime) counts too: programs set the other one back. One well in the future is some other clock's and says nothing.
function isSettled({ mtimeMs, ctimeMs }: Stats, startedMs: number): boolean {
  const changedMs = Math.max(mtimeMs, ctimeMs);
  return startedMs - changedMs >= SETTLING_MS || changedMs - startedMs > OTHER_CLOCK_MS;
}
