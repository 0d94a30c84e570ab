/* The few instructions and sections of the WebAssembly binary format (W3C, core 2.0) that scanning and packing need, as bytes. An instruction is a list of bytes;
   a program is a list of instructions and of programs, in the order of a stack machine. */

export type Code = readonly (number | Code)[];

/** Bytes of a vector of the processor. */
export const VECTOR = 16;

/** Value types. */
export const TYPE = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const;

/** A memory with a smallest and a largest size, of one thread or of several. */
const [LIMITS, SHARED_LIMITS] = [0x01, 0x03];

const NO_RESULT = 0x40;
const END = 0x0b;
const IS_ZERO = 0x45;

export const local = {
  get: (index: number): Code => [0x20, ...unsigned(index)],
  set: (index: number): Code => [0x21, ...unsigned(index)],
};

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  load: [0x28, 2, 0],
  store: [0x36, 2, 0],
  lessUnsigned: [0x49],
  and: [0x71],
  add: [0x6a],
  mul: [0x6c],
  shl: [0x74],
} as const;

/** Leaves out what stands on the stack. */
export const drop: Code = [0x1a];

/** 128-bit vectors. */
export const v128 = {
  /** 8 × i16 or 4 × i32 or 4 × f32 from address + offset. */
  load: (offset: number): Code => simd(0x00, [0, ...unsigned(offset)]),
  /** 8 × i8 widened to 8 × i16. */
  load8x8Signed: (offset: number): Code => simd(0x01, [0, ...unsigned(offset)]),
  store: (offset: number): Code => simd(0x0b, [0, ...unsigned(offset)]),
  and: simd(0x4e),
  /** 8 × i8 of the lower and of the upper half, widened to 8 × i16. */
  widenLowSigned: simd(0x87),
  widenHighSigned: simd(0x88),
  widenLowUnsigned: simd(0x89),
  widenHighUnsigned: simd(0x8a),
  /** 8 × i16, by as many bits as stand on the stack. */
  shiftRightI16: simd(0x8d),
  /** 8 × i16, by as many bits as stand on the stack. */
  shiftLeftI16: simd(0x8b),
  /** Replaces one 32-bit lane by what stands at an address. */
  load32Lane: (lane: number): Code => simd(0x56, [0, 0, lane]),
  zero: simd(0x0c, new Array<number>(16).fill(0)),
  /** Four 32-bit lanes of two vectors: 0–3 of the first, 4–7 of the second. */
  pick: (lanes: readonly [number, number, number, number]): Code =>
    simd(
      0x0d,
      lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => lane * 4 + byte)),
    ),
  /** Eight 16-bit lanes of two vectors: 0–7 of the first, 8–15 of the second. */
  pickI16: (lanes: readonly number[]): Code =>
    simd(
      0x0d,
      lanes.flatMap((lane) => [lane * 2, lane * 2 + 1]),
    ),
  or: simd(0x50),
  anyTrue: simd(0x53),
  splatI16: simd(0x10),
  splatI32: simd(0x11),
  addI32: simd(0xae),
  subI32: simd(0xb1),
  /** Products of 8 × i16, added in pairs to 4 × i32. */
  dotI16: simd(0xba),
  minI32: simd(0xb6),
  /** 4 × i16 of the lower and of the upper half, widened to 4 × i32. */
  widenLowI16: simd(0xa7),
  widenHighI16: simd(0xa8),
  /** 4 × i32 of two vectors as 8 × i16, none of them larger than that holds. */
  narrowI32: simd(0x85),
  /** 8 × i16 of two vectors as 16 bytes without a sign, none of them larger than that holds. */
  narrowI16Unsigned: simd(0x66),
  toF32: simd(0xfa),
  /** The lower two of 4 × i32 as 2 × f64, and back: the upper two become 0. */
  toF64: simd(0xfe),
  fromF64: simd(0xfc),
  splatF64: simd(0x14),
  mulF64: simd(0xf2),
  /** To the nearest whole number, to the even one of two. */
  nearestF64: simd(0x94),
  splatF32: simd(0x13),
  addF32: simd(0xe4),
  mulF32: simd(0xe6),
  notLessF32: simd(0x46),
  addI16: simd(0x8e),
  subI16: simd(0x91),
  minI16: simd(0x96),
  maxI16: simd(0x98),
  /** 8 × i16 added in pairs to 4 × i32. */
  addPairsI16: simd(0x7e),
  /** Products of 16 × i8 of the first with 16 × 7 bits of the second, added in pairs to 8 × i16; where that overflows differs between machines. */
  relaxedDotI8: simd(0x112),
} as const;

/** Keeps what the code leaves on the stack in a local. */
export function into(variable: number, ...code: readonly Code[]): Code {
  return [code, local.set(variable)];
}

/** Runs the body again for as long as it leaves something other than 0. */
export function repeatWhile(body: Code): Code {
  return [0x03, NO_RESULT, body, 0x0d, 0, END];
}

/** Runs the body where there is something other than 0 on the stack. */
export function when(body: Code): Code {
  return [0x04, NO_RESULT, body, END];
}

/** Runs the body where there is 0 on the stack. */
export function unless(body: Code): Code {
  return [IS_ZERO, when(body)];
}

export interface FunctionSource {
  readonly name: string;
  readonly parameters: readonly number[];
  readonly result: number;
  /** Types of the locals behind the parameters. */
  readonly locals: readonly number[];
  readonly body: Code;
  /** True where threads share the memory. */
  readonly isShared: boolean;
}

/** A module with one function, over the memory `host.memory`. */
export function moduleOf({ name, parameters, result, locals, body, isShared }: FunctionSource): Uint8Array {
  const section = (id: number, content: Code): Code => [id, sized(content)];
  const importedMemory = [text('host'), text('memory'), 0x02, isShared ? SHARED_LIMITS : LIMITS, unsigned(0), unsigned(65_536)];
  const code = [list(locals.map((type) => [1, type])), body, END];
  return Uint8Array.from(
    bytesOf([
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, list([[0x60, list(parameters.map((type) => [type])), list([[result]])]])),
      section(2, list([importedMemory])),
      section(3, list([[0]])),
      section(7, list([[text(name), 0x00, 0]])),
      section(10, list([sized(code)])),
    ]),
  );
}

/** All bytes of a program, one after the other: put together once, at the end, since lists that are copied into each other cost the more the longer they get. */
function bytesOf(code: Code, bytes: number[] = []): number[] {
  for (const part of code) {
    if (typeof part === 'number') bytes.push(part);
    else bytesOf(part, bytes);
  }
  return bytes;
}

function simd(operation: number, operands: Code = []): Code {
  return [0xfd, ...unsigned(operation), ...operands];
}

function list(elements: readonly Code[]): Code {
  return [unsigned(elements.length), elements];
}

function sized(content: Code): Code {
  const bytes = bytesOf(content);
  return [unsigned(bytes.length), bytes];
}

function text(ascii: string): Code {
  return sized([...new TextEncoder().encode(ascii)]);
}

/** LEB128. */
function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const isLast = value >= -64 && value < 64;
  return isLast ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
