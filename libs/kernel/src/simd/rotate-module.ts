import { i32, into, local, moduleOf, repeatWhile, TYPE, v128, VECTOR, type Code } from './assembler.js';

/** 16-bit lanes of a vector of the processor. */
const LANES = 8;
/** Elements that are mixed with each other. */
export const ROTATED_BLOCK = 128;
const BLOCK_VECTORS = ROTATED_BLOCK / LANES;
const BLOCK_BYTES = ROTATED_BLOCK * 2;

/** Adds each two of 128 elements and takes them from each other in seven levels: the Walsh–Hadamard transform, in place. Beside them it puts out the sum of the squares of what it was given (four
 *  i32 that are to be added), the least and the greatest (eight i16 each) of what it made and 0. Exact, as elements of 8 bits become no more than 16 hold.
 *  @param at address of blocks of `ROTATED_BLOCK` i16, of 8 bits each @param end address behind them @param out address of 48 bytes */
export type Rotate = (at: number, end: number, out: number) => number;

const [AT, BLOCKS_END, OUT] = [0, 1, 2];
const ELEMENTS = Array.from({ length: BLOCK_VECTORS }, (_, n) => 3 + n);
const [SQUARES, LEAST, MOST, EVEN, ODD] = [19, 20, 21, 22, 23];
const VECTORS = 21;

const pick = (a: number, b: number, lanes: readonly number[]): Code => [local.get(a), local.get(b), v128.pickI16(lanes)];

const load = (): Code =>
  ELEMENTS.map((element, n) => [
    into(element, local.get(AT), v128.load(n * VECTOR)),
    into(SQUARES, local.get(SQUARES), local.get(element), local.get(element), v128.dotI16, v128.addI32),
  ]);

/** The sum and the difference of two vectors in their places. */
const mix = (a: number, b: number): Code => [
  [local.get(a), local.get(b), v128.addI16],
  into(b, local.get(a), local.get(b), v128.subI16),
  local.set(a),
];

const ALL_LANES = Array.from({ length: 2 * LANES }, (_, lane) => lane);

/** A level whose elements stand `apart` lanes from each other, in two vectors: sorted by that, mixed, and put back. */
const mixWithin = (apart: number): ((pair: readonly [number, number]) => Code) => {
  const lower = ALL_LANES.filter((lane) => (lane & apart) === 0);
  const upper = ALL_LANES.filter((lane) => (lane & apart) !== 0);
  // Where each lane has come to: those of the sums are 0–7, those of the differences 8–15.
  const places = ALL_LANES.map((lane) => [...lower, ...upper].indexOf(lane));
  return ([a, b]) => [
    into(EVEN, pick(a, b, lower)),
    into(ODD, pick(a, b, upper)),
    mix(EVEN, ODD),
    into(a, pick(EVEN, ODD, places.slice(0, LANES))),
    into(b, pick(EVEN, ODD, places.slice(LANES))),
  ];
};

/** Pairs of vectors that stand so many apart. */
const pairs = (apart: number): readonly (readonly [number, number])[] =>
  ELEMENTS.flatMap((element, n) => ((n & apart) === 0 ? [[element, element + apart] as const] : []));

const mixAll = (): Code => [
  [1, 2, 4].map((apart) => pairs(1).map(mixWithin(apart))),
  [1, 2, 4, 8].map((apart) => pairs(apart).map(([a, b]) => mix(a, b))),
];

const store = (): Code =>
  ELEMENTS.map((element, n) => [
    [local.get(AT), local.get(element), v128.store(n * VECTOR)],
    into(LEAST, local.get(LEAST), local.get(element), v128.minI16),
    into(MOST, local.get(MOST), local.get(element), v128.maxI16),
  ]);

/** The bytes of a module that exports a `Rotate` as `run`. */
export function rotateModule(isShared: boolean): Uint8Array {
  return moduleOf({
    isShared,
    name: 'run',
    parameters: [TYPE.i32, TYPE.i32, TYPE.i32],
    result: TYPE.i32,
    locals: new Array<number>(VECTORS).fill(TYPE.v128),
    body: [
      repeatWhile([
        load(),
        mixAll(),
        store(),
        into(AT, local.get(AT), i32.const(BLOCK_BYTES), i32.add),
        [local.get(AT), local.get(BLOCKS_END), i32.lessUnsigned],
      ]),
      [SQUARES, LEAST, MOST].map((sum, n) => [local.get(OUT), local.get(sum), v128.store(n * VECTOR)]),
      i32.const(0),
    ],
  });
}
