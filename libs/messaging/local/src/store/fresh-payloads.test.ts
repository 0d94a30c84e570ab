import { expect, it } from 'vitest';
import { FreshPayloads } from './fresh-payloads.js';

it('keeps a payload until it is taken once or everything is forgotten', () => {
  const fresh = new FreshPayloads();
  fresh.keep(1, { data: 'a', bytes: 10 });
  fresh.keep(2, { data: 'b', bytes: 10 });
  expect([fresh.take(1), fresh.take(1), fresh.take(3)]).toEqual([{ data: 'a' }, undefined, undefined]);
  fresh.clear();
  expect(fresh.take(2)).toBeUndefined();
});

it('keeps no more than its bound, and again as much after something was taken', () => {
  const fresh = new FreshPayloads();
  const half = { data: 'x', bytes: 4 * 1024 * 1024 - 512 };
  for (const job of [1, 2, 3]) fresh.keep(job, half);
  expect([fresh.take(3), fresh.take(1)]).toEqual([undefined, { data: 'x' }]);
  fresh.keep(4, half);
  expect(fresh.take(4)).toEqual({ data: 'x' });
});
