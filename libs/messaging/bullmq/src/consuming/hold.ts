import { setTimeout as pause } from 'node:timers/promises';
import type { ConsumeOptions } from '@tributary/messaging-port';
import type { Backlogs } from '../adding/backlogs.js';

const LOOK_MS = 200;

/** Waits while many may run in the queue that these jobs fill. @throws the reason of `signal` */
export async function untilRoom(hold: ConsumeOptions['holdWhile'], backlogs: Backlogs, signal: AbortSignal): Promise<void> {
  if (hold === undefined) return;
  for (;;) {
    signal.throwIfAborted();
    const waiting = await backlogs.runnable(hold.queue).catch(() => Infinity); // an outage is no room
    if (waiting <= hold.waitingOver) return;
    await pause(LOOK_MS);
  }
}
