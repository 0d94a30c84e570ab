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
