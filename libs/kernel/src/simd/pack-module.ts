import { i32, into, local, moduleOf, repeatWhile, TYPE, v128, VECTOR, type Code } from './assembler.js';
import { NIBBLE_GROUP, NIBBLE_OFFSET } from './scan-module.js';

const GROUP_BYTES = NIBBLE_GROUP * 2;

/** Parameters of packing, addresses in bytes. */
type PackParameters = readonly [
  /** Of groups of 32 i16, and of what lies behind them. */
  at: number,
  end: number,
  /** Of a byte for each two elements. */
  row: number,
  /** 1 / step; no element times that is less than −8. */
  perStep: number,
  /** Of 32 bytes. */
  out: number,
];

/** Divides elements by a step, rounds them to four bits (to the even one of two, none above 7) and packs them as rows of nibbles have them. Beside them it puts out two sums, each of four i32 that are
 *  to be added: of the products of elements and what they became, and of the squares of the latter. */
export type Pack = (...parameters: PackParameters) => number;

const [AT, AT_END, ROW, PER_STEP, OUT] = [0, 1, 2, 3, 4];
const [STEPS, LARGEST, OFFSETS, PRODUCTS, SQUARES, ELEMENTS, FOUR, PACKED, LOWER] = [5, 6, 7, 8, 9, 10, 11, 12, 13];
const VECTORS = 9;

/** The first two of four i32, divided and rounded. */
const roundTwo = (four: Code): Code => [four, v128.toF64, local.get(STEPS), v128.mulF64, v128.nearestF64, v128.fromF64];

/** Four of the elements as i32, divided and rounded. */
const roundFour = (widen: Code): Code => [
  into(FOUR, local.get(ELEMENTS), widen),
  roundTwo(local.get(FOUR)),
  roundTwo([local.get(FOUR), local.get(FOUR), v128.pick([2, 3, 2, 3])]),
  v128.pick([0, 1, 4, 5]),
  [local.get(LARGEST), v128.minI32],
];

const addTo = (sum: number, a: number, b: number): Code => into(sum, local.get(sum), local.get(a), local.get(b), v128.dotI16, v128.addI32);

/** Eight elements, counted, with the offset added: 1 to 15, or 0. */
const packEight = (offset: number): Code => [
  into(ELEMENTS, local.get(AT), v128.load(offset)),
  into(PACKED, roundFour(v128.widenLowI16), roundFour(v128.widenHighI16), v128.narrowI32),
  addTo(PRODUCTS, ELEMENTS, PACKED),
  addTo(SQUARES, PACKED, PACKED),
  [local.get(PACKED), local.get(OFFSETS), v128.addI16],
];

/** Eight elements in the lower halves of their places, and the eight that stand 16 behind them in the upper ones. */
const packBoth = (offset: number): Code => [
  into(LOWER, packEight(offset)),
  [packEight(offset + 2 * VECTOR), i32.const(4), v128.shiftLeftI16],
  [local.get(LOWER), v128.or],
];

const packGroup = (): Code => [local.get(ROW), packBoth(0), packBoth(VECTOR), v128.narrowI16Unsigned, v128.store(0)];

/** The bytes of a module that exports a `Pack` as `run`. */
export function packModule(isShared: boolean): Uint8Array {
  return moduleOf({
    isShared,
    name: 'run',
    parameters: [TYPE.i32, TYPE.i32, TYPE.i32, TYPE.f64, TYPE.i32],
    result: TYPE.i32,
    locals: new Array<number>(VECTORS).fill(TYPE.v128),
    body: [
      into(STEPS, local.get(PER_STEP), v128.splatF64),
      into(LARGEST, i32.const(NIBBLE_OFFSET - 1), v128.splatI32),
      into(OFFSETS, i32.const(NIBBLE_OFFSET), v128.splatI16),
      repeatWhile([
        packGroup(),
        into(AT, local.get(AT), i32.const(GROUP_BYTES), i32.add),
        into(ROW, local.get(ROW), i32.const(VECTOR), i32.add),
        [local.get(AT), local.get(AT_END), i32.lessUnsigned],
      ]),
      [PRODUCTS, SQUARES].map((sum, n) => [local.get(OUT), local.get(sum), v128.store(n * VECTOR)]),
      i32.const(0),
    ],
  });
}
