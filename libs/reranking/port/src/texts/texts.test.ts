import { expect, it } from 'vitest';
import { cutText } from './cut-text.js';
import { growingBatches } from './growing-batches.js';

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
