import { setTimeout as pause } from 'node:timers/promises';
import type { SourceProcess } from '@tributary/testing';

/** Kills a process so many ms from now, wherever it is. */
export async function killAfter(child: SourceProcess, ms: number): Promise<void> {
  await pause(ms);
  await child.kill();
}
