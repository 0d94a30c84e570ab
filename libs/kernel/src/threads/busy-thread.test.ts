import { expect, it } from 'vitest';
import { BusyThread } from './busy-thread.js';

const DOUBLE = new URL(
  `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.on('message', (numbers) => parentPort.postMessage(numbers.map((n) => 2 * n)));")}`,
);
const BROKEN = new URL(`data:text/javascript,${encodeURIComponent("throw new Error('cannot start')")}`);

/** Numbers to be doubled, and what came of them. */
function doubling(entry: URL) {
  const waiting: number[] = [];
  const messages: number[] = [];
  const answers: number[] = [];
  const ended = Promise.withResolvers<undefined>();
  const answered = Promise.withResolvers<undefined>();
  const thread = new BusyThread<readonly number[], readonly number[]>({
    entry,
    busyFrom: 3,
    next: () => {
      if (waiting.length === 0) return undefined;
      messages.push(waiting.length);
      return waiting.splice(0);
    },
    settle: (doubled) => {
      answers.push(...doubled);
      if (answers.length >= 5) answered.resolve(undefined);
    },
    giveBack: () => {
      ended.resolve(undefined);
    },
  });
  const ask = (...numbers: readonly number[]) => {
    if (!thread.expect(numbers.length)) return false;
    waiting.push(...numbers);
    thread.wake();
    return true;
  };
  return { thread, ask, messages, answers, waiting, ended: ended.promise, answered: answered.promise };
}

it('starts when there is much to do, and sends what comes in one turn together', async () => {
  const { thread, ask, messages, answers, answered } = doubling(DOUBLE);
  expect([ask(1), ask(2), thread.isRunning]).toEqual([false, false, false]);
  expect([ask(3), ask(4, 5), thread.isRunning]).toEqual([true, true, true]);
  setImmediate(() => ask(6, 7));
  await answered;
  expect(messages.slice(0, 2)).toEqual([3, 2]);
  expect(answers).toEqual([6, 8, 10, 12, 14]);
  await thread.close();
});

it('gives back what it owes when it is closed, and starts again with the next load', async () => {
  const { thread, ask, ended } = doubling(DOUBLE);
  ask(1, 2, 3);
  await thread.close();
  await ended;
  expect(thread.isRunning).toBe(false);
  expect(ask(1, 2, 3)).toBe(true);
  await thread.close();
});

it('is not tried again once it could not be started', async () => {
  const { thread, ask, ended } = doubling(BROKEN);
  expect(ask(1, 2, 3)).toBe(true);
  await ended;
  expect([ask(4, 5, 6), thread.isRunning]).toEqual([false, false]);
});
