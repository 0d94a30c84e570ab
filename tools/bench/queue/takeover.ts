import { setTimeout as pause } from 'node:timers/promises';
import { BullmqQueues } from '@tributary/messaging-bullmq';
import { startSource } from '@tributary/testing';
import { spread, type Figure } from '../figure.js';
import { workQueue } from './work-queue.js';

const ROUNDS = 8;
/** Kills are spread over the time in which a lock is renewed, since what is left of it decides. */
const SPREAD_MS = 800;

/** From the SIGKILL of the process that runs a job to its start in another one. */
export async function takeover(url: string): Promise<Figure[]> {
  const prefix = `bench-${process.pid.toString()}`;
  const queues = await BullmqQueues.connect({ url, prefix });
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const holder = startSource(new URL('./holder.ts', import.meta.url), [url, prefix]);
    await holder.line('ready');
    await queues.add(workQueue, { n: round });
    await holder.line(`holds ${round.toString()}`);
    let started: (at: number) => void = () => undefined;
    const startedAt = new Promise<number>((resolve) => (started = resolve));
    const consumer = await queues.consume(workQueue, () => (started(performance.now()), Promise.resolve({})), { concurrency: 1 });
    await pause(1000 + (round / ROUNDS) * SPREAD_MS);
    const killedAt = performance.now();
    await holder.kill();
    taken.push((await startedAt) - killedAt);
    await consumer.stop(1000);
  }
  await queues.close();
  const ours = spread(taken);
  return [{ what: 'job of a killed process runs elsewhere', unit: 'ms', ours, target: { text: 'each ≤ 2,000 ms', met: ours.max <= 2000 } }];
}
