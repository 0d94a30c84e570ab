import { expect, it } from 'vitest';
import { RecentRecords } from './recent-records.js';

it('gives what was kept until it is dropped, the last of a key', () => {
  const recent = new RecentRecords<string>();
  recent.keep('a', { revision: 1, value: 'one' }, 10);
  recent.keep('a', { revision: 2, value: 'two' }, 10);
  expect(recent.get('a')).toMatchObject({ revision: 2, value: 'two' });
  recent.drop('a');
  expect(recent.get('a')).toBeUndefined();
});

it('keeps the first where there is no room, and lets go of what nobody has asked for in a minute', () => {
  let now = 0;
  const recent = new RecentRecords<string>({ mostBytes: 2_000, now: () => now });
  const keys = ['a', 'b', 'c'];
  const kept = () => keys.filter((key) => recent.get(key) !== undefined);
  for (const key of keys) recent.keep(key, { revision: 1, value: key }, 300);
  expect(kept()).toEqual(['a', 'b']);
  recent.drop('a');
  recent.keep('c', { revision: 1, value: 'c' }, 300);
  expect(kept()).toEqual(['b', 'c']);
  now = 61_000;
  recent.keep('a', { revision: 1, value: 'a' }, 300);
  expect(kept()).toEqual(['a']);
  recent.keep('b', { revision: 1, value: 'b' }, 5_000);
  expect(kept()).toEqual(['a']);
});
