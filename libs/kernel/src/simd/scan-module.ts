import { drop, i32, local, moduleOf, repeatWhile, TYPE, unless, v128, VECTOR, when, type Code } from './assembler.js';

/** Bytes of a row that one step multiplies, of rows of bytes and of rows of nibbles; rows are a multiple of it long. */
export const STEP = VECTOR;
export const NIBBLE_STEP = 4 * VECTOR;
/** Of rows of nibbles, element i of each 32 is the lower half of byte i of 16, element 16 + i the upper half. */
export const NIBBLE_GROUP = 2 * VECTOR;
/** Of memory that a processor fetches at once, at least. */
const CACHE_LINE = 64;
/** What is added to an element before it is stored in four bits, which have no sign. */
export const NIBBLE_OFFSET = 8;
/** Bytes of an entry of the output: the position in the list of rows (u32), then the scores of four rows (f32). */
export const ENTRY = 20;

/** Parameters of the scan, addresses and lengths in bytes. */
type ScanParameters = readonly [
  /** Address of row 0. */
  rows: number,
  /** Of one row to the next. */
  stride: number,
  /** Address of the numbers of the rows to read, u32. */
  list: number,
  /** How many, a multiple of 4 above 0. */
  count: number,
  /** Addresses of two f32 per row; a row that is not to be found has error −∞. */
  scales: number,
  errors: number,
  /** Address of as many elements as a row has: i16 for rows of bytes, i8 for rows of nibbles. */
  query: number,
  /** Cosine per unit of dot product and scale of a row. */
  scale: number,
  /** Only groups of four of which one score + error reaches this are put out. */
  threshold: number,
  /** Address of the entries put out. */
  out: number,
  /** By how much all products are too large: of nibbles, `NIBBLE_OFFSET` × the sum of the query’s elements. */
  excess: number,
  /** How many rows are fetched at once before they are multiplied, a power of two from 4 on: for rows that lie apart, of which the processor cannot tell which come next, so that it waits for
   *  several together. 0 where it can. */
  together: number,
];

/** Multiplies the query with the listed rows, four at a time. @returns the address behind the last entry put out */
export type Scan = (...parameters: ScanParameters) => number;

/** How a module multiplies: bytes with 16 bits; nibbles with bytes; the same by instructions (relaxed SIMD) that not every runtime has, with equal results. */
export type Multiplication = 'bytes' | 'nibbles' | 'relaxed-nibbles';

export interface ScanModule {
  /** True where threads share the memory. */
  readonly isShared: boolean;
  readonly multiplication: Multiplication;
}

// Parameters and locals by number.
const [ROWS, STRIDE, LIST, COUNT, SCALES, ERRORS, QUERY, SCALE, THRESHOLD, OUT, EXCESS, TOGETHER] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const [POSITION, ELEMENT, QUERY_AT, FETCHED] = [12, 13, 14, 15];
const ROW_AT = [16, 17, 18, 19];
const NUMBERS = 8;
const SUM = [20, 21, 22, 23] as const;
const [LOW, HIGH, SCORES, FIRST_OF_QUERY, SECOND_OF_QUERY] = [24, 25, 26, 27, 28];
/** Sums in 16 bits. */
const PAIRS = [29, 30, 31, 32];

/** 15 in each byte: in a local it stays in a register, a constant would be made anew each time. */
const LOWER_HALVES = 33;
const VECTORS = 14;

const lanes = [0, 1, 2, 3];
const add = (a: Code, b: Code): Code => [...a, ...b, ...i32.add];
const times4 = (a: Code): Code => [...a, ...i32.const(2), ...i32.shl];
const increase = (variable: number, by: Code): Code => [...add(local.get(variable), by), ...local.set(variable)];

/** Number of the row in a lane, of the four from a position on. */
const rowOf = (lane: number, position = POSITION): Code => [
  ...add(local.get(LIST), times4(add(local.get(position), i32.const(lane)))),
  ...i32.load,
];

const findRow = (lane: number, position = POSITION): Code => [
  ...add(local.get(ROWS), [...rowOf(lane, position), ...local.get(STRIDE), ...i32.mul]),
  ...local.set(ROW_AT[lane] ?? 0),
];

const startOfRows: Code = lanes.flatMap((lane) => [...findRow(lane), ...v128.zero, ...local.set(SUM[lane] ?? 0)]);

/** Loads something of each line of four rows. */
const fetchFour: Code = [
  ...lanes.flatMap((lane) => findRow(lane, FETCHED)),
  ...[...i32.const(0), ...local.set(ELEMENT)],
  ...repeatWhile([
    ...lanes.flatMap((lane) => [...add(local.get(ROW_AT[lane] ?? 0), local.get(ELEMENT)), ...i32.load, ...drop]),
    ...increase(ELEMENT, i32.const(CACHE_LINE)),
    ...[...local.get(ELEMENT), ...local.get(STRIDE), ...i32.lessUnsigned],
  ]),
];

/** Every `TOGETHER` rows: loads from as many. Nothing needs what is loaded, so none of them waits for another. */
const fetchAhead: Code = [
  ...local.get(TOGETHER),
  ...when([
    ...[...local.get(POSITION), ...add(local.get(TOGETHER), i32.const(-1)), ...i32.and],
    ...unless([
      ...[...local.get(POSITION), ...local.set(FETCHED)],
      ...repeatWhile([
        ...fetchFour,
        ...increase(FETCHED, i32.const(4)),
        ...[...local.get(FETCHED), ...add(local.get(POSITION), local.get(TOGETHER)), ...i32.lessUnsigned],
        ...[...local.get(FETCHED), ...local.get(COUNT), ...i32.lessUnsigned],
        ...i32.and,
      ]),
    ]),
  ]),
];

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

type Half = 'lower' | 'upper';

/** The lower or the upper halves of 16 bytes of a row, each in a byte. */
const nibbles = (lane: number, offset: number, half: Half): Code => [
  ...local.get(ROW_AT[lane] ?? 0),
  ...v128.load(offset),
  ...(half === 'upper' ? [...i32.const(4), ...v128.shiftRightI16] : []),
  ...local.get(LOWER_HALVES),
  ...v128.and,
];

/** What the halves are multiplied with. */
const queryOf = (half: Half): Code => local.get(half === 'lower' ? FIRST_OF_QUERY : SECOND_OF_QUERY);

/** Loads that for 16 bytes of rows. */
const loadQuery = (offset: number): Code => [
  ...[...local.get(QUERY_AT), ...v128.load(2 * offset), ...local.set(FIRST_OF_QUERY)],
  ...[...local.get(QUERY_AT), ...v128.load(2 * offset + VECTOR), ...local.set(SECOND_OF_QUERY)],
];

const addTo = (sum: number, products: Code): Code => [...local.get(sum), ...products, ...v128.addI32, ...local.set(sum)];

const OFFSETS = [0, VECTOR, 2 * VECTOR, 3 * VECTOR];
const HALVES = ['lower', 'upper'] as const;

/** Products of nibbles, none above 15, with bytes: eight of them, each of two products, add up to less than 16 bits hold, whatever they are. So all machines agree. */
const multiplyRelaxed: Code = [
  ...OFFSETS.flatMap((offset) => [
    ...loadQuery(offset),
    ...lanes.flatMap((lane) => {
      const dots = HALVES.map((half) => [...queryOf(half), ...nibbles(lane, offset, half), ...v128.relaxedDotI8]);
      const sum = PAIRS[lane] ?? 0;
      const both = [...dots.flat(), ...v128.addI16];
      return [...(offset === 0 ? both : [...local.get(sum), ...both, ...v128.addI16]), ...local.set(sum)];
    }),
  ]),
  ...lanes.flatMap((lane) => addTo(SUM[lane] ?? 0, [...local.get(PAIRS[lane] ?? 0), ...v128.addPairsI16])),
];

/** The same by instructions that every runtime has. */
const multiplyWidened: Code = OFFSETS.flatMap((offset) => [
  ...loadQuery(offset),
  ...lanes.flatMap((lane) =>
    HALVES.flatMap((half) => [
      ...[...nibbles(lane, offset, half), ...local.set(LOW)],
      ...addTo(SUM[lane] ?? 0, [...local.get(LOW), ...v128.widenLowUnsigned, ...queryOf(half), ...v128.widenLowSigned, ...v128.dotI16]),
      ...addTo(SUM[lane] ?? 0, [...local.get(LOW), ...v128.widenHighUnsigned, ...queryOf(half), ...v128.widenHighSigned, ...v128.dotI16]),
    ]),
  ),
]);

/** One step of four rows, and how many bytes of each it takes. */
const STEPS: Readonly<Record<Multiplication, { readonly bytes: number; readonly multiply: Code }>> = {
  bytes: { bytes: STEP, multiply: [0, 8].flatMap((offset) => lanes.flatMap((lane) => multiply8(lane, offset))) },
  nibbles: { bytes: NIBBLE_STEP, multiply: multiplyWidened },
  'relaxed-nibbles': { bytes: NIBBLE_STEP, multiply: multiplyRelaxed },
};

const multiplyRows = ({ bytes, multiply }: (typeof STEPS)[Multiplication]): Code => [
  ...i32.const(0),
  ...local.set(ELEMENT),
  ...local.get(QUERY),
  ...local.set(QUERY_AT),
  ...repeatWhile([
    ...multiply,
    ...lanes.flatMap((lane) => increase(ROW_AT[lane] ?? 0, i32.const(bytes))),
    // For each byte of a row, one number of 16 bits or two of 8.
    ...increase(QUERY_AT, i32.const(2 * bytes)),
    ...increase(ELEMENT, i32.const(bytes)),
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

const score: Code = [
  ...products,
  ...[...local.get(EXCESS), ...v128.splatI32, ...v128.subI32],
  ...v128.toF32,
  ...local.set(SCORES),
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
export function scanModule({ isShared, multiplication }: ScanModule): Uint8Array {
  return moduleOf({
    isShared,
    name: 'scan',
    parameters: [...new Array<number>(7).fill(TYPE.i32), TYPE.f32, TYPE.f32, TYPE.i32, TYPE.i32, TYPE.i32],
    result: TYPE.i32,
    locals: [...new Array<number>(NUMBERS).fill(TYPE.i32), ...new Array<number>(VECTORS).fill(TYPE.v128)],
    body: [
      ...[...i32.const(0x0f0f0f0f), ...v128.splatI32, ...local.set(LOWER_HALVES)],
      ...repeatWhile([
        ...fetchAhead,
        ...startOfRows,
        ...multiplyRows(STEPS[multiplication]),
        ...score,
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
