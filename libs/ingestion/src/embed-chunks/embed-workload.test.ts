import { expect, it } from 'vitest';
import { EmbedWorkload } from './embed-workload.js';

const jobOf = (passages: number) => ({ chunks: new Array<object>(passages).fill({}) });

function workloadAt(least: number) {
  const clock = { time: 1_000_000, now: () => clock.time };
  return { clock, workload: new EmbedWorkload({ least, clock }) };
}

it('is full with what keeps the model busy, and has room for a job of any size when it has none', () => {
  const { clock, workload } = workloadAt(32);
  expect(workload.isFull).toBe(false);
  const ended = workload.begin(jobOf(500));
  expect(workload.isFull).toBe(true);
  ended();
  clock.time += 60_000;
  const ends = Array.from({ length: 3 }, () => workload.begin(jobOf(10)));
  expect(workload.isFull).toBe(false);
  ends.push(workload.begin(jobOf(2)));
  expect(workload.isFull).toBe(true);
});

it('holds what it does in about a second, as fast as it was lately', () => {
  const { clock, workload } = workloadAt(10);
  for (let n = 0; n < 500; n++) {
    workload.begin(jobOf(10))();
    clock.time += 10;
  }
  const held = [];
  while (!workload.isFull) held.push(workload.begin(jobOf(10)));
  expect(held.length).toBeGreaterThan(90);
  expect(held.length).toBeLessThan(110);
  clock.time += 10_000;
  for (const ended of held.slice(1)) ended();
  clock.time += 10_000;
  expect(workload.isFull).toBe(true);
});

it('counts what is no job of ours as one passage', () => {
  const { workload } = workloadAt(3);
  for (const payload of [undefined, 'text', { chunks: 'none' }]) workload.begin(payload);
  expect(workload.isFull).toBe(true);
});
