import { Deadline } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { unlessLate } from './unless-late.js';

const OTHERWISE = 'nothing';
const hanging = () => Promise.withResolvers<string>().promise;

it('is the result of the work, or something else where the time is over or the work fails', async () => {
  expect(await unlessLate({ deadline: Deadline.in(5) }, hanging, OTHERWISE)).toBe(OTHERWISE);
  expect(await unlessLate({ deadline: Deadline.in(30_000) }, () => Promise.reject(new Error('away')), OTHERWISE)).toBe(OTHERWISE);
  expect(await unlessLate({ deadline: Deadline.in(30_000) }, () => Promise.resolve('found'), OTHERWISE)).toBe('found');
});

it('throws the reason of a caller that gave up', async () => {
  const caller = new AbortController();
  const answer = unlessLate({ deadline: Deadline.in(30_000), signal: caller.signal }, hanging, OTHERWISE);
  caller.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});
