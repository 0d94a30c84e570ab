import { expect, it } from 'vitest';
import { howToReach } from './followed.js';

it.each([
  [100, 'It has place 100 of the list: go on with the cursor, or raise limit, by which it may get another place.'],
  [101, 'It has place 101 of the list: go on with the cursor.'],
  [0, 'A list holds 300 hits: ask in words that are closer to it.'],
])('what has place %d of a list is reached by what a request can ask for', (place, advice) => {
  expect(howToReach('It', place)).toBe(advice);
});
