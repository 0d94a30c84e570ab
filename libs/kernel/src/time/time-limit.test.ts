import { expect, it } from 'vitest';
import { Deadline } from './deadline.js';
import { TimeLimit } from './time-limit.js';

/** Whether the deadline had passed when its limit was over. */
function isOverInTime(ms: number): Promise<boolean> {
  const deadline = Deadline.in(ms);
  const { signal } = new TimeLimit(deadline.remainingMs);
  // The timer of a limit keeps no process alive.
  const alive = setTimeout(() => undefined, 60_000);
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearTimeout(alive);
      resolve(deadline.hasPassed);
    });
  });
}

it('is over when its deadline has passed, not a part of a millisecond before', async () => {
  const limits = Array.from({ length: 500 }, (_, i) => 5 + i / 25 + 0.01);
  const inTime: boolean[] = [];
  for (let at = 0; at < limits.length; at += 20) inTime.push(...(await Promise.all(limits.slice(at, at + 20).map(isOverInTime))));
  expect(inTime.filter((is) => !is)).toEqual([]);
});
