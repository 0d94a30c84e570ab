import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { Bitmap } from './bitmap.js';
import { Uint32Column } from './columns.js';
import { HashIndex } from './hash-index.js';
import { TextColumn } from './text-column.js';
import { TopSlots } from './top-slots.js';
import { UuidColumn } from './uuid-column.js';

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const randomSet = (size: number) => new Set(Array.from({ length: random.below(size) }, () => random.below(size)));
const bitmapOf = (set: Iterable<number>, length: number) => {
  const bitmap = new Bitmap(length);
  for (const slot of set) bitmap.add(slot);
  return bitmap;
};
const slotsOf = (bitmap: Bitmap) => {
  const slots: number[] = [];
  bitmap.forEach((slot) => slots.push(slot));
  return slots;
};

describe('Bitmap', () => {
  it('takes a list of slots as it takes each of them, and grows for it', () => {
    const slots = Uint32Array.from([0, 31, 32, 63, 64, 200, 9]);
    const [one, all] = [new Bitmap(40), new Bitmap(40)];
    for (const slot of slots.subarray(0, 6)) one.add(slot);
    all.addAll(slots, 6);
    all.addAll(slots, 0);
    expect([...all.words.subarray(0, 7)]).toEqual([...one.words.subarray(0, 7)]);
    expect([all.length, all.size]).toEqual([201, 6]);
  });

  it('behaves like a set', () => {
    for (let round = 0; round < 100; round++) {
      const size = 1 + random.below(300);
      const [a, b] = [randomSet(size), randomSet(size)];
      const [left, right] = [bitmapOf(a, size), bitmapOf(b, size)];
      const sorted = (set: ReadonlySet<number>) => [...set].sort((x, y) => x - y);
      expect(slotsOf(left)).toEqual(sorted(a));
      expect(left.size).toBe(a.size);
      expect(slotsOf(left.copy().intersect(right))).toEqual(sorted(a.intersection(b)));
      expect(slotsOf(left.copy().unite(right))).toEqual(sorted(a.union(b)));
      expect(slotsOf(left.copy().subtract(right))).toEqual(sorted(a.difference(b)));
      for (const slot of b) left.remove(slot);
      expect(slotsOf(left)).toEqual(sorted(a.difference(b)));
      expect([...a].every((slot) => left.has(slot) === !b.has(slot))).toBe(true);
    }
  });

  it('can hold all slots and no more', () => {
    for (const length of [0, 1, 31, 32, 33, 100]) expect(slotsOf(Bitmap.full(length))).toEqual(Array.from({ length }, (_, slot) => slot));
  });

  it('grows with what is added and knows nothing beyond', () => {
    const bitmap = new Bitmap();
    bitmap.add(5_000);
    expect([bitmap.has(5_000), bitmap.has(4_999), bitmap.has(90_000), bitmap.length]).toEqual([true, false, false, 5_001]);
    expect(slotsOf(bitmap.copy(6_000))).toEqual([5_000]);
  });
});

describe('HashIndex', () => {
  it('numbers keys in the order they come, also those that collide', () => {
    const index = new HashIndex();
    const keys = [
      ...new Set([0, 4_294_967_295, ...Array.from({ length: 20_000 }, (_, i) => (i % 2 === 0 ? i * 65_536 : random.below(2 ** 32)))]),
    ];
    keys.forEach((key, i) => {
      expect(index.find(key)).toBeUndefined();
      expect(index.findOrAdd(key)).toBe(i);
    });
    expect(keys.every((key, i) => index.find(key) === i && index.findOrAdd(key) === i)).toBe(true);
    expect(index.size).toBe(keys.length);
  });
});

it('a bitmap counts the slots of a range that begins with a word', () => {
  const bitmap = new Bitmap();
  for (let n = 0; n < 400; n++) if (random.next() < 0.6) bitmap.add(n);
  for (const [from, to] of [
    [0, 400],
    [32, 33],
    [64, 150],
    [96, 128],
    [352, 500],
  ] as const) {
    const expected = Array.from({ length: to - from }, (_, n) => from + n).filter((slot) => bitmap.has(slot)).length;
    expect(bitmap.count(from, to)).toBe(expected);
  }
});

describe('TopSlots', () => {
  it('keeps the best, equal scores in the given order', () => {
    for (let round = 0; round < 200; round++) {
      const limit = random.below(20);
      const offered = Array.from({ length: random.below(60) }, (_, slot) => ({ slot, score: random.below(8) }));
      const top = new TopSlots(limit, (a, b) => a > b);
      for (const { slot, score } of offered) top.offer(slot, score);
      expect(top.ranking()).toEqual(offered.toSorted((a, b) => b.score - a.score || b.slot - a.slot).slice(0, limit));
    }
  });
});

describe('columns', () => {
  it('grow with gaps of zero', () => {
    const column = new Uint32Column();
    column.set(500, 7);
    column.add(500, 3);
    column.add(2_000, 1);
    column.push(9);
    expect([column.at(500), column.at(499), column.at(2_000), column.at(2_001), column.at(9_999), column.length]).toEqual([
      10, 0, 1, 9, 0, 2_002,
    ]);
  });

  it('have room for as many as were announced, and grow beyond', () => {
    const column = new Uint32Column();
    column.push(3);
    column.reserve(1_000);
    const { values } = column;
    for (let n = 1; n < 1_000; n++) column.push(n);
    expect(column.values).toBe(values);
    column.reserve(10);
    column.push(7);
    expect([column.at(0), column.at(999), column.at(1_000), column.length]).toEqual([3, 999, 7, 1_001]);
  });

  it('keep texts of any length and script', () => {
    const texts = new TextColumn();
    const words = ['a', '', 'naïve', '日本語', 'x'.repeat(5_000), '😀', 'end'];
    for (const [n, word] of words.entries()) expect(texts.push(word)).toBe(n);
    expect(words.map((_, n) => texts.at(n))).toEqual(words);
  });

  it('keep UUIDs in the order of their text, and say when a text was none', () => {
    const ids = Array.from({ length: 100 }, () => Array.from({ length: 32 }, () => random.below(16).toString(16)).join('')).map(
      (hex) => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
    );
    const column = new UuidColumn();
    for (const [n, id] of ids.entries()) column.setText(n, id);
    column.setText(100, 'not an id');
    column.setText(101, ids[0]?.toUpperCase() ?? '');
    expect(ids.map((_, n) => column.textAt(n))).toEqual(ids);
    expect([column.textAt(100), column.textAt(101), column.textAt(5_000)]).toEqual([undefined, undefined, undefined]);
    for (let n = 1; n < 100; n++) expect(column.isBefore(n - 1, n)).toBe((ids[n - 1] ?? '') < (ids[n] ?? ''));
  });
});
