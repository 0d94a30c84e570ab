import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { BLOCK } from './block-cursor.js';
import { SlotLists } from './slot-lists.js';

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));

/** What was appended to each list: counts (body + 256 × title) by slot. */
type Model = ReadonlyMap<number, ReadonlyMap<number, number>>;

function slotsOf(lists: SlotLists, list: number): readonly number[] {
  const slots: number[] = [];
  lists.forEach(list, (slot) => slots.push(slot));
  return slots;
}

function filled(lists: SlotLists, appended: Iterable<readonly [list: number, slot: number, counts: number]>): Model {
  const model = new Map<number, Map<number, number>>();
  for (const [list, slot, counts] of appended) {
    lists.append(list, slot, counts);
    const known = model.get(list) ?? new Map<number, number>();
    model.set(list, known.set(slot, counts));
  }
  return model;
}

/** Of all typed arrays that are in use. */
function bytesOfArrays(): number {
  setFlagsFromString('--expose-gc');
  // Safe: the flag makes V8 define this function in new contexts.
  const collect = runInNewContext('gc') as () => void;
  for (let n = 0; n < 2; n++) collect();
  return process.memoryUsage().arrayBuffers;
}

/** Every slot and its counts, and that slots beside them are not there. */
function expectEqual(lists: SlotLists, model: Model): void {
  for (const [list, counts] of model) {
    const slots = [...counts.keys()];
    expect(lists.lengthOf(list)).toBe(slots.length);
    expect(slotsOf(lists, list)).toEqual(slots);
    const cursor = lists.cursor(list);
    const asked = [...slots, ...slots.map((slot) => slot + 1), ...slots.map((slot) => slot - 1)]
      .filter((slot) => slot >= 0)
      .sort((a, b) => a - b);
    const wrong = asked.filter((slot) => cursor.find(slot) !== counts.get(slot));
    expect(wrong).toEqual([]);
  }
}

describe('SlotLists', () => {
  it('keep many growing lists apart, of one slot and of many blocks', () => {
    const lists = new SlotLists();
    const appended = Array.from({ length: 150_000 }, (_, slot) => {
      const list = random.next() < 0.6 ? 0 : 1 + Math.floor(3_000 ** random.next());
      return [list, slot, random.below(4) + 256 * random.below(3)] as const;
    });
    expectEqual(lists, filled(lists, appended));
  });

  it('keep every pair of counts that two bytes hold', () => {
    const lists = new SlotLists();
    const appended = Array.from({ length: 65_536 }, (_, counts) => [counts % 7, counts, counts] as const);
    expectEqual(lists, filled(lists, appended));
  });

  it('keep slots far apart, with counts that are large too', () => {
    const lists = new SlotLists();
    const next = [0, 0, 0];
    const appended = Array.from({ length: 3_000 }, (_, n) => {
      const list = n % 3;
      const slot = (next[list] ?? 0) + random.below(2 ** random.below(list === 0 ? 11 : 21));
      next[list] = slot + 1;
      return [list, slot, random.below(65_536)] as const;
    });
    expectEqual(lists, filled(lists, appended));
  });

  it('keep slots at the ends of what a gap may be', () => {
    const gaps = [0, 1, 1_023, 1_024, 1_025, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 2 ** 30 - 1, 2 ** 30, 2 ** 31 - 1];
    for (const gap of gaps) {
      const lists = new SlotLists();
      const slots = [gap, ...(gap === 0 ? [] : [2 * gap])].filter((slot) => slot < 2 ** 31);
      expectEqual(
        lists,
        filled(
          lists,
          slots.map((slot) => [5, slot, 0xffff] as const),
        ),
      );
    }
  });

  it('put no slot in two blocks, wherever a block ends', () => {
    for (let before = BLOCK - 8; before <= BLOCK; before++) {
      const lists = new SlotLists();
      const near = Array.from({ length: before }, (_, slot) => [0, slot, 1] as const);
      const far = [2 ** 21, 2 ** 22, 2 ** 22 + 1].map((slot) => [0, slot, 0x1234] as const);
      expectEqual(lists, filled(lists, [...near, ...far]));
    }
  });

  it('give the room that a list has left to others, emptied of what it held', () => {
    const lists = new SlotLists();
    const grown = Array.from({ length: 1_000 }, (_, slot) => [0, slot, 0xff] as const);
    const others = Array.from({ length: 1_000 }, (_, n) => [1 + (n % 40), 1_000 + n, n % 3] as const);
    expectEqual(lists, filled(lists, [...grown, ...others]));
  });

  it('have nothing in a list nobody appended to', () => {
    const lists = new SlotLists();
    lists.append(3, 9);
    for (const list of [0, 2, 7_000]) {
      expect([lists.lengthOf(list), slotsOf(lists, list), lists.cursor(list).find(0), lists.cursor(list).find(9)]).toEqual([
        ...[0, [], undefined, undefined],
      ]);
    }
  });

  it.each([
    { count: 30, length: 60_000 },
    { count: 600, length: 3_000 },
    { count: 30_000, length: 60 },
  ])('take little more than two bytes a slot in $count lists of $length', ({ count, length }) => {
    const before = bytesOfArrays();
    const lists = new SlotLists();
    // One list after another, so that each takes the rooms that those before it have left.
    for (let list = 0; list < count; list++) for (let slot = 0; slot < length; slot++) lists.append(list, slot);
    const bytes = (bytesOfArrays() - before) / (count * length);
    expect([bytes > 2, bytes < 2.6, lists.lengthOf(count - 1)], bytes.toString()).toEqual([true, true, length]);
  });
});
