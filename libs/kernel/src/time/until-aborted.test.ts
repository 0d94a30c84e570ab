import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isAbort } from '../errors/tributary-error.js';
import { abortReason, untilAborted } from './until-aborted.js';

const never = () => new Promise<never>(() => undefined);

describe('untilAborted', () => {
  it('gives the result of the work, or why it failed', async () => {
    const { signal } = new AbortController();
    for (const given of [signal, undefined]) {
      await expect(untilAborted(Promise.resolve(7), given)).resolves.toBe(7);
      await expect(untilAborted(Promise.reject(new RangeError('no')), given)).rejects.toThrow(RangeError);
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('ends with the reason of the signal, before and meanwhile', async () => {
    const caller = new AbortController();
    const asked = untilAborted(never(), caller.signal);
    caller.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    await expect(untilAborted(never(), caller.signal)).rejects.toThrow('gone');
  });

  it('takes the failure of work nobody waits for any more', async () => {
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    process.on('unhandledRejection', hear);
    const { promise, reject } = Promise.withResolvers<never>();
    await expect(untilAborted(promise, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    reject(new Error('too late'));
    await new Promise(setImmediate);
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
  });
});

describe('abortReason', () => {
  it('is told as an abort where somebody aborted with no error', () => {
    expect(isAbort(abortReason(AbortSignal.abort('over')))).toBe(true);
    expect(isAbort(abortReason(AbortSignal.abort()))).toBe(true);
    expect(abortReason(AbortSignal.abort(new RangeError('no')))).toBeInstanceOf(RangeError);
  });
});
