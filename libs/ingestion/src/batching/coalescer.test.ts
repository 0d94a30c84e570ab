import { expect, it } from 'vitest';
import { Coalescer } from './coalescer.js';

it('runs what comes while a batch runs as the next batch', async () => {
  const batches: number[][] = [];
  const doubled = new Coalescer<number, number>((items) => {
    batches.push([...items]);
    return Promise.resolve(items.map((item) => item * 2));
  }, 3);
  const first = [1, 2].map((item) => doubled.submit(item));
  expect(await Promise.all([...first, ...[3, 4, 5].map((item) => doubled.submit(item))])).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  expect(await doubled.submit(6)).toBe(12);
});

it('lets a bad item fail alone', async () => {
  const picky = new Coalescer<number, number>((items) =>
    items.includes(13) ? Promise.reject(new Error('not thirteen')) : Promise.resolve(items.map((item) => item + 1)),
  );
  const results = await Promise.allSettled([1, 13, 2].map((item) => picky.submit(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
