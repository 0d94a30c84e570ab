import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Deadline } from './deadline.js';
import { TimeLimit } from './time-limit.js';
import { within } from './within.js';

const never = () => new Promise<never>(() => undefined);
const MINUTE_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

describe('within', () => {
  it('gives the result of the work, or why it failed', async () => {
    const limits = { deadline: Deadline.in(MINUTE_MS) };
    await expect(within(limits, () => Promise.resolve(7))).resolves.toBe(7);
    await expect(within(limits, () => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
  });

  it('ends when the time is over, even where the work ignores its signal, and tells the work', async () => {
    let told: AbortSignal | undefined;
    const asked = within({ deadline: Deadline.in(1) }, (signal) => {
      told = signal;
      return never();
    });
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(told?.aborted).toBe(true);
  });

  it('ends with the reason of a caller who gives up, before and meanwhile', async () => {
    const caller = new AbortController();
    const limits = { deadline: Deadline.in(MINUTE_MS), signal: caller.signal };
    const asked = within(limits, never);
    caller.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    let hasBegun = false;
    const late = within(limits, () => {
      hasBegun = true;
      return never();
    });
    await expect(late).rejects.toThrow('gone');
    expect(hasBegun).toBe(false);
  });

  it('leaves no timer and no listener behind', async () => {
    const caller = new AbortController();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let listeners = 0;
    for (let round = 0; round < 100; round++) {
      await within({ deadline: Deadline.in(MINUTE_MS), signal: caller.signal }, () => {
        listeners = getEventListeners(caller.signal, 'abort').length;
        expect(vi.getTimerCount()).toBe(1);
        return Promise.resolve();
      });
    }
    expect(listeners).toBe(1);
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('TimeLimit', () => {
  it('takes a time that no timer can take for a long one', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    using limit = new TimeLimit(2 ** 40);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(limit.signal.aborted).toBe(false);
  });

  it('is over at once where its parent is', () => {
    using limit = new TimeLimit(MINUTE_MS, AbortSignal.abort('over'));
    expect(limit.signal.reason).toBe('over');
  });
});
