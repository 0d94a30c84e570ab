import { expect, it } from 'vitest';
import { NomineeRoom } from './nominee-room.js';

function slotsOf(room: NomineeRoom, start: number, end: number): readonly number[] {
  return Array.from({ length: end - start }, (_, at) => room.slotAt(start + at));
}

it('leaves out what has no chance, and goes on behind what stays', () => {
  const room = new NomineeRoom();
  for (const [slot, score] of [0.1, 0.9, 0.2, 0.8].entries()) room.push(slot, score);
  const end = room.keep({ start: 0, end: 4 }, { threshold: 0.5, most: 10 });
  expect(slotsOf(room, 0, end)).toEqual([1, 3]);
  expect(room.push(7, 0.7)).toBe(3);
  expect(slotsOf(room, 0, 3)).toEqual([1, 3, 7]);
});

it('keeps the greatest where there are more than it may, and leaves what others have behind them alone', () => {
  const room = new NomineeRoom();
  for (let slot = 0; slot < 10_000; slot++) room.push(slot, slot / 10_000);
  room.push(5, 0.5);
  const end = room.keep({ start: 0, end: 10_000 }, { threshold: 0, most: 3 });
  expect(slotsOf(room, 0, end)).toEqual([9_999, 9_998, 9_997]);
  expect([room.length, room.slotAt(10_000), room.scoreAt(10_000)]).toEqual([10_001, 5, 0.5]);
});
