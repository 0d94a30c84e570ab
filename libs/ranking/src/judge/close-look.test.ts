import { expect, it } from 'vitest';
import { joinTold } from './close-look.js';

const [common, own] = [Float32Array.from([1, 0]), Float32Array.from([0, 0, 1])];

it('joins what was told of several collections, and never the vectors of two models', () => {
  const read = { matches: [0.9], vectors: [own, undefined], setBacks: [0.3], verbatim: [0.5] };
  const unread = { matches: [0.1], vectors: [common], setBacks: [0], verbatim: [0] };
  const looks = [{ matches: [0.9, undefined], vectors: read.vectors }, undefined];
  expect(joinTold([read, unread], looks)).toEqual({
    matches: [0.9, 0.1],
    vectors: [own, undefined, undefined],
    setBacks: [0.3, 0],
    verbatim: [0.5, 0],
  });
  expect(joinTold([unread, unread], [undefined, { matches: [0.1] }])).toEqual({
    matches: [0.1, 0.1],
    vectors: [common, common],
    setBacks: [0, 0],
    verbatim: [0, 0],
  });
});
