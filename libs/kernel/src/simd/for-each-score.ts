import { ENTRY } from './scan-module.js';

/** Where a scan put its entries: from the address `out` to `end`. */
interface ScanOutput {
  readonly buffer: ArrayBufferLike;
  readonly out: number;
  readonly end: number;
}

/** Visits what a scan put out: positions in the list of rows, in fours, of which only some reached the threshold and the last ones may lie behind the end of the list. */
export function forEachScore({ buffer, out, end }: ScanOutput, visit: (position: number, score: number) => void): void {
  const numbers = (end - out) / 4;
  const positions = new Uint32Array(buffer, out, numbers);
  const scores = new Float32Array(buffer, out, numbers);
  for (let entry = 0; entry < numbers; entry += ENTRY / 4) {
    const position = positions[entry] ?? 0;
    for (let row = 0; row < 4; row++) visit(position + row, scores[entry + 1 + row] ?? 0);
  }
}
