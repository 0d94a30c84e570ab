import { textSection } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { placesOf } from './places-of.js';

it('tells of each line the last page, slide, sheet or chapter that began before', () => {
  const placeAt = placesOf(
    [
      { kind: 'page', number: 1, label: 'Page 1', line: 3 },
      { kind: 'page', number: 4, label: 'Page 4', line: 9 },
      { kind: 'sheet', number: 5, label: 'Totals', line: 20 },
    ].map(textSection),
  );
  expect([1, 3, 8, 9, 19, 20, 99].map(placeAt)).toEqual([
    {},
    { page: 1 },
    { page: 1 },
    { page: 4 },
    { page: 4 },
    { section: 'Totals' },
    { section: 'Totals' },
  ]);
  expect(placesOf()(1)).toEqual({});
});

it('tells of each line when the mail that it is of was written, where that says so', () => {
  const placeAt = placesOf(
    [
      { kind: 'message', number: 1, label: 'Offer', line: 1, moment: '2026-01-31T11:00:00.000Z' },
      { kind: 'message', number: 2, label: 'Bill', line: 9 },
    ].map(textSection),
  );
  expect([1, 9].map(placeAt)).toEqual([{ section: 'Offer', moment: '2026-01-31T11:00:00.000Z' }, { section: 'Bill' }]);
});
