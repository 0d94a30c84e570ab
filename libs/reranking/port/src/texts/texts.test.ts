import { eventually } from '@tributary/testing';
import { expect, it } from 'vitest';
import { cutText } from './cut-text.js';
import { growingBatches } from './growing-batches.js';
import { twoAtOnce } from './two-at-once.js';

it('cuts a list into growing batches that hold every item once, in order', () => {
  const items = Array.from({ length: 27 }, (_, at) => at);
  const batches = [...growingBatches(items)];
  expect(batches.map(({ items: batch }) => batch.length)).toEqual([2, 4, 8, 8, 5]);
  expect(batches.flatMap(({ items: batch }) => batch)).toEqual(items);
  expect(batches.every(({ from, items: batch }) => batch[0] === from)).toBe(true);
  expect([...growingBatches([])]).toEqual([]);
});

it('gives the beginning of a text, well-formed', () => {
  expect(cutText('short')).toBe('short');
  expect(cutText('x'.repeat(8191) + '🙂')).toBe('x'.repeat(8191) + '\ufffd');
});

it('works off batches in order, two at a time', async () => {
  const begun: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<undefined>());
  const ends = twoAtOnce(batchesOfOne(4), async (batch) => {
    begun.push(batch);
    await gates[batch]?.promise;
  });
  expect(begun).toEqual([0, 1]);
  gates[1]?.resolve(undefined);
  await eventually(() => {
    expect(begun).toEqual([0, 1, 2]);
  });
  for (const { resolve } of gates) resolve(undefined);
  await ends;
  expect(begun).toEqual([0, 1, 2, 3]);
});

it('begins no batch after one that failed', async () => {
  const begun: number[] = [];
  const gate = Promise.withResolvers<undefined>();
  const ends = twoAtOnce(batchesOfOne(4), async (batch) => {
    begun.push(batch);
    if (batch === 0) throw new Error('no memory');
    await gate.promise;
  });
  await expect(ends).rejects.toThrow('no memory');
  gate.resolve(undefined);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual([0, 1]);
});

function* batchesOfOne(count: number): Generator<number> {
  for (let batch = 0; batch < count; batch++) yield batch;
}
