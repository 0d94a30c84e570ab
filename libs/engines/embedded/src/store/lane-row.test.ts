import { SeededRandom, testSeed } from '@tributary/testing';
import { expect, it } from 'vitest';
import { LaneRowReader, encodeLaneRow } from './lane-row.js';
import { decodeAscending, encodeAscending } from './varint.js';

const numbersOf = (bytes: Uint8Array) => {
  const numbers: number[] = [];
  decodeAscending(bytes, 0, (number) => numbers.push(number));
  return numbers;
};

it('gives ascending numbers back, from 0 to the greatest of 32 bits', () => {
  for (const numbers of [[], [0], [0, 1, 127, 128, 129, 16_383, 16_384], [4_294_967_295], [5, 4_294_967_295]]) {
    expect(numbersOf(encodeAscending(Uint32Array.from(numbers)))).toEqual(numbers);
  }
});

it('gives random ascending numbers back', () => {
  const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
  for (let round = 0; round < 200; round++) {
    const numbers = [...new Set(Array.from({ length: random.below(80) }, () => Math.floor(2 ** (random.next() * 32))))].sort(
      (a, b) => a - b,
    );
    expect(numbersOf(encodeAscending(Uint32Array.from(numbers)))).toEqual(numbers);
  }
});

it('gives a lane row back', () => {
  const terms = {
    ids: Uint32Array.from([3, 4_000_000_000]),
    body: Uint8Array.from([1, 255]),
    title: Uint8Array.from([0, 7]),
    length: 70_000,
  };
  const id = Uint8Array.from({ length: 16 }, (_, i) => i * 15);
  const words = encodeAscending(Uint32Array.from([2, 900]));
  const vector = Float32Array.from([0, 3, -4]);
  const row = new LaneRowReader(3).read(encodeLaneRow({ id, document: 4_000_000_001, vector, terms, words }));
  expect(new Uint8Array(row.id.buffer, row.id.byteOffset, 16)).toEqual(id);
  expect(row.document).toBe(4_000_000_001);
  expect(row.terms).toEqual(terms);
  expect(numbersOf(row.wordBytes)).toEqual([2, 900]);
  expect(row.vector?.elements).toEqual(Int8Array.from([0, 95, -127]));
  // The unit vector is (0, 0.6, −0.8).
  expect(row.vector?.scale).toBeCloseTo(0.8 / 127, 6);
});

it('knows a chunk without a vector from one with the zero vector', () => {
  const terms = { ids: new Uint32Array(), body: new Uint8Array(), title: new Uint8Array(), length: 0 };
  const row = { id: new Uint8Array(16), document: 1, terms, words: new Uint8Array() };
  expect(new LaneRowReader(2).read(encodeLaneRow({ ...row, vector: undefined })).vector).toBeUndefined();
  expect(new LaneRowReader(2).read(encodeLaneRow({ ...row, vector: new Float32Array(2) })).vector).toMatchObject({ scale: 0, error: 0 });
});
