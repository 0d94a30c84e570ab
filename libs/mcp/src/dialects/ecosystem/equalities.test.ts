import { expect, it } from 'vitest';
import { equalitiesFilter } from './equalities.js';

const key = 'metadata.kind';

it.each([
  [['a', 'b'], { key, match: { any: ['a', 'b'] } }],
  [[1, 2], { key, match: { any: [1, 2] } }],
  [[true], { key, match: { value: true } }],
  [
    ['a', 1, true, false, true],
    {
      should: [
        { key, match: { any: ['a'] } },
        { key, match: { any: [1] } },
        { key, match: { value: true } },
        { key, match: { value: false } },
      ],
    },
  ],
])('the list %j is a condition for its texts, one for its numbers and one for each truth', (kind, condition) => {
  expect(equalitiesFilter({ kind })).toEqual({ must: [condition] });
});
