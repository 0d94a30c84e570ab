import { expect, it } from 'vitest';
import { boundOf, judge, trendsOf, type NamedTrend } from './verdict.ts';

const trend = (name: string, p: number, changes: Partial<NamedTrend> = {}): NamedTrend => ({
  name,
  p,
  slope: 0.2,
  moves: true,
  ...changes,
});
const still = (name: string) => trend(name, 1, { slope: 0, moves: false });
const verdicts = (trends: readonly NamedTrend[]) => judge(trends).map(({ verdict }) => verdict);

it('does not let series that never move hide one that rises', () => {
  const constants = Array.from({ length: 6 }, (_, n) => still(`open files ${n.toString()}`));
  const heap = trend('embedder: heap used, MB', 0.0045);
  expect(boundOf([...constants, heap])).toBe(0.05);
  expect(verdicts([...constants, heap])).toEqual([...constants.map(() => 'still'), 'rises']);
});

it('takes series that move for level together', () => {
  const many = Array.from({ length: 10 }, (_, n) => trend(`handles ${n.toString()}`, 0.01));
  expect(verdicts(many)).toEqual(many.map(() => 'level'));
  expect(verdicts([...many.slice(1), trend('handles', 0.004)]).at(-1)).toBe('rises');
});

it('asks the memory of one process by itself, from a megabyte a day on', () => {
  const others = Array.from({ length: 10 }, (_, n) => trend(`handles ${n.toString()}`, 0.5));
  const memory = (slope: number, p: number) => verdicts([trend('search-federation: resident memory, MB', p, { slope }), ...others])[0];
  expect([memory(1.079, 0.018), memory(0.9, 0.018), memory(3, 0.06)]).toEqual(['rises', 'level', 'level']);
  expect(verdicts([trend('Redis: keys that stay', 0.018, { slope: 5 }), ...others])[0]).toBe('level');
});

it('tells from the hours whether a series moved, without the day of warming up', () => {
  const day = (value: number) => Array.from({ length: 3 }, (_, hour) => value + hour);
  const series = new Map([
    ['same hours every day', [day(9), day(1), day(1), day(1)]],
    ['more every day', [day(9), day(1), day(2), day(3)]],
  ]);
  expect(trendsOf(series, 3).map(({ name, moves, slope }) => [name, moves, slope])).toEqual([
    ['same hours every day', false, 0],
    ['more every day', true, 1],
  ]);
});
