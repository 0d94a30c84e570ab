/** Ascending numbers as LEB128 of their differences: one or two bytes each for the words of a chunk. */
export function encodeAscending(numbers: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 5);
  let at = 0;
  let last = 0;
  for (const number of numbers) {
    let rest = number - last;
    last = number;
    while (rest > 127) {
      bytes[at++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    bytes[at++] = rest;
  }
  return bytes.subarray(0, at);
}

/** Calls `visit` for every number of `encodeAscending`, from byte `from` to the end. */
export function decodeAscending(bytes: Uint8Array, from: number, visit: (number: number) => void): void {
  let last = 0;
  let at = from;
  while (at < bytes.length) {
    let difference = 0;
    let shift = 0;
    let byte = bytes[at++] ?? 0;
    while (byte > 127) {
      difference += (byte & 127) * 2 ** shift;
      shift += 7;
      byte = bytes[at++] ?? 0;
    }
    last += difference + byte * 2 ** shift;
    visit(last);
  }
}
