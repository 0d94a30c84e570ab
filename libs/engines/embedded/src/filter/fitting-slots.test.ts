import type { Filter } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { Bitmap } from '../memory/bitmap.js';
import { FittingSlots } from './fitting-slots.js';

const typed = (value: string): Filter => ({ must: [{ key: 'type', match: { value } }] });

it('looks for the slots of a filter once for each state of the collection', () => {
  const fitting = new FittingSlots();
  const found: string[] = [];
  const ask = (value: string, seq: number) =>
    fitting.of(typed(value), seq, () => {
      found.push(`${value} at ${seq.toString()}`);
      return Bitmap.full(found.length);
    });
  const first = ask('code', 1);
  expect(ask('code', 1)).toBe(first);
  ask('note', 1);
  expect(ask('code', 2)).not.toBe(first);
  expect(found).toEqual(['code at 1', 'note at 1', 'code at 2']);
});

it('keeps those asked for last', () => {
  const fitting = new FittingSlots();
  let found = 0;
  const ask = (value: string) => fitting.of(typed(value), 1, () => new Bitmap(++found));
  ask('kept');
  for (let n = 0; n < 20; n++) {
    ask(`other ${n.toString()}`);
    ask('kept');
  }
  expect(found).toBe(21);
  ask('other 0');
  expect(found).toBe(22);
});
