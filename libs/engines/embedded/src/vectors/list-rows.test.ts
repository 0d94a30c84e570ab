import { describe, expect, it } from 'vitest';
import { Bitmap } from '../memory/bitmap.js';
import { listRows } from './list-rows.js';
import { STREAMS } from './vector-arena.js';

const FIRST_SLOT = 64;

/** The list of a block whose slots are `rows` beyond its first one. */
function listed(rows: readonly number[], end = 1_000): readonly number[] {
  const admitted = new Bitmap(2_000);
  // Of the blocks before and behind it.
  for (const slot of [0, 63, FIRST_SLOT + end, 1_999]) admitted.add(slot);
  for (const row of rows) admitted.add(FIRST_SLOT + row);
  const list = new Uint32Array(1_024).fill(9_999);
  listRows(list, admitted, { firstSlot: FIRST_SLOT, end: FIRST_SLOT + end, count: rows.length });
  return [...list];
}

describe('listRows', () => {
  it.each([0, 1, 3, 7, 8, 9, 63, 64, 65, 500, 1_000])(
    'lists each of %i rows once, and the first one again until they are in fours',
    (count) => {
      const rows = Array.from({ length: count }, (_, at) => Math.floor((at * 1_000) / count));
      const list = listed(rows);
      const fours = Math.ceil(count / 4) * 4;
      expect(list.slice(0, count).toSorted((a, b) => a - b)).toEqual(rows);
      expect(list.slice(count, fours)).toEqual(Array.from({ length: fours - count }, () => list[0]));
      expect(list[fours]).toBe(9_999);
    },
  );

  it('takes the rows of as many stretches in turn as are read side by side', () => {
    const rows = Array.from({ length: 10 * STREAMS + 3 }, (_, at) => 2 * at);
    const list = listed(rows);
    const [first, second] = [list.slice(0, STREAMS), list.slice(STREAMS, 2 * STREAMS)];
    expect(first).toEqual(Array.from({ length: STREAMS }, (_, stretch) => 20 * stretch));
    expect(second).toEqual(first.map((row) => row + 2));
    expect(list.slice(10 * STREAMS, 10 * STREAMS + 3)).toEqual(rows.slice(-3));
  });
});
