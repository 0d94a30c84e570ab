import { i32, local, moduleOf, repeatWhile, TYPE, v128, when, type Code } from './assembler.js';

/** Bytes of a row that one step multiplies; rows are a multiple of it long. */
export const STEP = 16;
/** Bytes of an entry of the output: the position in the list of rows (u32), then the scores of four rows (f32). */
export const ENTRY = 20;

/** Parameters of the scan, addresses and lengths in bytes. */
type ScanParameters = readonly [
  /** Address of row 0, `stride` × i8 each. */
  rows: number,
  stride: number,
  /** Address of the numbers of the rows to read, u32. */
  list: number,
  /** How many, a multiple of 4 above 0. */
  count: number,
  /** Addresses of two f32 per row; a row that is not to be found has error −∞. */
  scales: number,
  errors: number,
  /** Address of `stride` × i16; for the rough scan u8, each at most 127. */
  query: number,
  /** Cosine per unit of dot product and scale of a row. */
  scale: number,
  /** Only groups of four of which one score + error reaches this are put out. */
  threshold: number,
  /** Address of the entries put out. */
  out: number,
  /** For the rough scan: address of an f32 per row, 64 × the sum of its elements, by which a query that is 64 too large everywhere makes the product too large. */
  offsets: number,
];

/** Multiplies the query with the listed rows, four at a time. @returns the address behind the last entry put out */
export type Scan = (...parameters: ScanParameters) => number;

export interface ScanModule {
  /** True where threads share the memory. */
  readonly isShared: boolean;
  /** A faster scan by instructions (relaxed SIMD) that not every runtime has. */
  readonly isRough: boolean;
}

// Parameters and locals by number.
const [ROWS, STRIDE, LIST, COUNT, SCALES, ERRORS, QUERY, SCALE, THRESHOLD, OUT, OFFSETS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const [POSITION, ELEMENT, QUERY_AT] = [11, 12, 13];
const ROW_AT = [14, 15, 16, 17];
const SUM = [18, 19, 20, 21] as const;
const [LOW, HIGH, SCORES] = [22, 23, 24];

const lanes = [0, 1, 2, 3];
const add = (a: Code, b: Code): Code => [...a, ...b, ...i32.add];
const times4 = (a: Code): Code => [...a, ...i32.const(2), ...i32.shl];
const increase = (variable: number, by: Code): Code => [...add(local.get(variable), by), ...local.set(variable)];

/** Number of the row in a lane. */
const rowOf = (lane: number): Code => [...add(local.get(LIST), times4(add(local.get(POSITION), i32.const(lane)))), ...i32.load];

const startOfRows: Code = lanes.flatMap((lane) => [
  ...add(local.get(ROWS), [...rowOf(lane), ...local.get(STRIDE), ...i32.mul]),
  ...local.set(ROW_AT[lane] ?? 0),
  ...v128.zero,
  ...local.set(SUM[lane] ?? 0),
]);

/** Adds the products of 8 elements from `offset` on to the sums of a row. */
const multiply8 = (lane: number, offset: number): Code => [
  ...local.get(SUM[lane] ?? 0),
  ...local.get(ROW_AT[lane] ?? 0),
  ...v128.load8x8Signed(offset),
  ...local.get(QUERY_AT),
  ...v128.load(offset * 2),
  ...v128.dotI16,
  ...v128.addI32,
  ...local.set(SUM[lane] ?? 0),
];

/** The same for 16 elements of 8 and 7 bits. */
const multiplyRoughly = (lane: number): Code => [
  ...local.get(ROW_AT[lane] ?? 0),
  ...v128.load(0),
  ...local.get(QUERY_AT),
  ...v128.load(0),
  ...local.get(SUM[lane] ?? 0),
  ...v128.relaxedDotI8,
  ...local.set(SUM[lane] ?? 0),
];

const multiplyRows = (isRough: boolean): Code => [
  ...i32.const(0),
  ...local.set(ELEMENT),
  ...local.get(QUERY),
  ...local.set(QUERY_AT),
  ...repeatWhile([
    ...(isRough ? lanes.flatMap(multiplyRoughly) : [0, 8].flatMap((offset) => lanes.flatMap((lane) => multiply8(lane, offset)))),
    ...lanes.flatMap((lane) => increase(ROW_AT[lane] ?? 0, i32.const(STEP))),
    ...increase(QUERY_AT, i32.const(isRough ? STEP : 2 * STEP)),
    ...increase(ELEMENT, i32.const(STEP)),
    ...local.get(ELEMENT),
    ...local.get(STRIDE),
    ...i32.lessUnsigned,
  ]),
];

const pick = (from: readonly [number, number], which: Parameters<typeof v128.pick>[0]): Code => [
  ...local.get(from[0]),
  ...local.get(from[1]),
  ...v128.pick(which),
];
/** Lanes 0 and 2, and 1 and 3, of two vectors added: [a0 + a2, b0 + b2, a1 + a3, b1 + b3]. */
const addHalves = (from: readonly [number, number]): Code => [...pick(from, [0, 4, 1, 5]), ...pick(from, [2, 6, 3, 7]), ...v128.addI32];

/** The four sums of each of four rows, added: one vector with a product in each lane. */
const products: Code = [
  ...[...addHalves([SUM[0], SUM[1]]), ...local.set(LOW)],
  ...[...addHalves([SUM[2], SUM[3]]), ...local.set(HIGH)],
  ...[...pick([LOW, HIGH], [0, 1, 4, 5]), ...pick([LOW, HIGH], [2, 3, 6, 7]), ...v128.addI32],
];

/** A vector of the f32 that four rows have in a column. */
const gather = (column: number): Code => [
  ...v128.zero,
  ...local.set(LOW),
  ...lanes.flatMap((lane) => [
    ...add(local.get(column), times4(rowOf(lane))),
    ...local.get(LOW),
    ...v128.load32Lane(lane),
    ...local.set(LOW),
  ]),
  ...local.get(LOW),
];

const score = (isRough: boolean): Code => [
  ...products,
  ...v128.toF32,
  ...local.set(SCORES),
  ...(isRough ? [...local.get(SCORES), ...gather(OFFSETS), ...v128.subF32, ...local.set(SCORES)] : []),
  ...[...gather(SCALES), ...local.get(SCORES), ...v128.mulF32],
  ...[...local.get(SCALE), ...v128.splatF32, ...v128.mulF32],
  ...local.set(SCORES),
];

const putOut: Code = [
  ...[...gather(ERRORS), ...local.get(SCORES), ...v128.addF32],
  ...[...local.get(THRESHOLD), ...v128.splatF32],
  ...v128.notLessF32,
  ...v128.anyTrue,
  ...when([
    ...[...local.get(OUT), ...local.get(POSITION), ...i32.store],
    ...[...local.get(OUT), ...local.get(SCORES), ...v128.store(4)],
    ...increase(OUT, i32.const(ENTRY)),
  ]),
];

/** The bytes of a module that exports a `Scan` as `scan`. */
export function scanModule({ isShared, isRough }: ScanModule): Uint8Array {
  return moduleOf({
    isShared,
    name: 'scan',
    parameters: [...new Array<number>(7).fill(TYPE.i32), TYPE.f32, TYPE.f32, TYPE.i32, TYPE.i32],
    result: TYPE.i32,
    locals: [...new Array<number>(7).fill(TYPE.i32), ...new Array<number>(7).fill(TYPE.v128)],
    body: [
      ...repeatWhile([
        ...startOfRows,
        ...multiplyRows(isRough),
        ...score(isRough),
        ...putOut,
        ...increase(POSITION, i32.const(4)),
        ...local.get(POSITION),
        ...local.get(COUNT),
        ...i32.lessUnsigned,
      ]),
      ...local.get(OUT),
    ],
  });
}
