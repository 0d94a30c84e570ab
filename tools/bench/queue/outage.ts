import { setTimeout as pause } from 'node:timers/promises';
import { Deadline } from '@tributary/kernel';
import { BullmqQueues } from '@tributary/messaging-bullmq';
import type { RedisServer } from '@tributary/testing';
import { spread, type Figure } from '../figure.js';
import { echoQueue } from './echo-queue.js';
import { workQueue } from './work-queue.js';

const OUTAGES_S = [1, 2, 3, 5, 10];
const AGAIN_MS = 5;

/** From the moment Redis takes connections again to the first new job handled and the first request answered. */
export async function outage(server: RedisServer): Promise<Figure[]> {
  const prefix = `bench-${process.pid.toString()}`;
  const [consuming, asking] = await Promise.all([0, 1].map(() => BullmqQueues.connect({ url: server.url, prefix })));
  if (consuming === undefined || asking === undefined) throw new Error('Two handles were opened.');
  const handled = new Map<number, () => void>();
  await consuming.consume(workQueue, ({ data }) => (handled.get(data.n)?.(), Promise.resolve({})), { concurrency: 4 });
  await consuming.consume(echoQueue, ({ data }) => Promise.resolve(data), { concurrency: 4 });
  const taken: { readonly job: number; readonly request: number }[] = [];
  for (const [n, seconds] of OUTAGES_S.entries()) {
    await server.crash();
    await pause(seconds * 1000);
    await server.restart();
    const backAt = performance.now();
    const jobDone = new Promise<void>((resolve) => handled.set(n, resolve));
    const job = untilDone(() => asking.add(workQueue, { n })).then(() => jobDone);
    const request = untilDone(() => asking.request(echoQueue, { n, text: '' }, { deadline: Deadline.in(1000) }));
    const [jobMs, requestMs] = await Promise.all([job, request].map((done) => done.then(() => performance.now() - backAt)));
    taken.push({ job: jobMs ?? Infinity, request: requestMs ?? Infinity });
  }
  await Promise.all([consuming.close(), asking.close()]);
  const span = `after an outage of ${OUTAGES_S.join(', ')} s`;
  return (['job', 'request'] as const).map((kind) => {
    const ours = spread(taken.map((one) => one[kind]));
    return { what: `first ${kind} ${span}`, unit: 'ms', ours, target: { text: 'each ≤ 1,500 ms', met: ours.max <= 1500 } };
  });
}

async function untilDone(attempt: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await attempt();
      return;
    } catch {
      await pause(AGAIN_MS);
    }
  }
}
