import { expect, it } from 'vitest';
import { EmbedWorkload } from './embed-workload.js';

const jobOf = (passages: number) => ({ chunks: new Array<object>(passages).fill({}) });

function workloadAt(least: number) {
  const clock = { time: 1_000_000, now: () => clock.time };
  return { clock, workload: new EmbedWorkload({ least, clock }) };
}

it('is full with what keeps the model busy, and has room for a job of any size when it has none', () => {
  const { clock, workload } = workloadAt(32);
  expect(workload.room).toBeGreaterThan(0);
  const ended = workload.begin(jobOf(500));
  expect(workload.room).toBe(0);
  ended();
  clock.time += 60_000;
  const ends = Array.from({ length: 3 }, () => workload.begin(jobOf(10)));
  expect(workload.room).toBeGreaterThan(0);
  ends.push(workload.begin(jobOf(2)));
  expect(workload.room).toBe(0);
});

it('holds what it does in about a second, as fast as it was lately', () => {
  const { clock, workload } = workloadAt(10);
  for (let n = 0; n < 500; n++) {
    workload.begin(jobOf(10))();
    clock.time += 10;
  }
  const held = [];
  while (workload.room > 0) held.push(workload.begin(jobOf(10)));
  expect(held.length).toBeGreaterThan(90);
  expect(held.length).toBeLessThan(110);
  clock.time += 10_000;
  for (const ended of held.slice(1)) ended();
  clock.time += 10_000;
  expect(workload.room).toBe(0);
});

it('has room for as many jobs as fit, as large as they were lately', () => {
  const { clock, workload } = workloadAt(64);
  const rooms = [1, 200].map((passages) => {
    for (let n = 0; n < 100; n++) workload.begin(jobOf(passages))();
    clock.time += 60_000;
    return workload.room;
  });
  expect(rooms).toEqual([64, 1]);
});

it('counts what is no job of ours as one passage', () => {
  const { workload } = workloadAt(3);
  for (const payload of [undefined, 'text', { chunks: 'none' }]) workload.begin(payload);
  expect(workload.room).toBe(0);
});
