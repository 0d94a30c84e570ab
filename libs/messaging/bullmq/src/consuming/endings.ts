import { DelayedError, WaitingError, type Job } from 'bullmq';
import type { Returned } from '../viewing/outcomes.js';

/** A job with the lock that BullMQ brought it with. */
export interface Started {
  readonly job: Job<unknown>;
  readonly token: string;
}

/** What becomes of a job after its run, told to Redis under the lock it has by then. */
export type Ending = (started: Started) => Promise<Returned>;

/** How long a job stands back when another of its exclusive key runs, or an earlier run of its own ends just now. */
export const STAND_BACK_MS = 150;

/** Puts a job back in line without counting the run. */
export async function giveBack({ job, token }: Started): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}

/** Puts a job aside for a while without counting the run. */
export async function standBack({ job, token }: Started, delayMs: number): Promise<never> {
  await job.moveToDelayed(Date.now() + delayMs, token);
  throw new DelayedError();
}
