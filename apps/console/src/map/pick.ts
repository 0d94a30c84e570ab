import type { Positions } from './map-points.js';

const CELLS = 96;

/** Finds points by place, without looking at all of them. */
export class PointGrid {
  readonly #positions: Positions;
  readonly #cells = new Map<number, number[]>();

  constructor(positions: Positions) {
    this.#positions = positions;
    for (let point = 0; point * 2 < positions.length; point += 1) {
      const cell = cellOf(positions[point * 2] ?? 0, positions[point * 2 + 1] ?? 0);
      const held = this.#cells.get(cell);
      if (held === undefined) this.#cells.set(cell, [point]);
      else held.push(point);
    }
  }

  /** The nearest point within `reach`; undefined where there is none. */
  nearest([x, y]: readonly [number, number], reach: number): number | undefined {
    let found: number | undefined;
    let least = reach ** 2;
    for (let row = rowOf(y - reach); row <= rowOf(y + reach); row += 1)
      for (let column = rowOf(x - reach); column <= rowOf(x + reach); column += 1)
        for (const point of this.#cells.get(row * CELLS + column) ?? []) {
          const distance = ((this.#positions[point * 2] ?? 0) - x) ** 2 + ((this.#positions[point * 2 + 1] ?? 0) - y) ** 2;
          if (distance <= least) [found, least] = [point, distance];
        }
    return found;
  }
}

function rowOf(value: number): number {
  return Math.min(CELLS - 1, Math.max(0, Math.floor(((value + 1) / 2) * CELLS)));
}

function cellOf(x: number, y: number): number {
  return rowOf(y) * CELLS + rowOf(x);
}

/** Points inside a closed line (even–odd rule). */
export function pointsWithin(positions: Positions, line: readonly (readonly [number, number])[]): readonly number[] {
  const inside: number[] = [];
  for (let point = 0; point * 2 < positions.length; point += 1)
    if (isWithin(positions[point * 2] ?? 0, positions[point * 2 + 1] ?? 0, line)) inside.push(point);
  return inside;
}

function isWithin(x: number, y: number, line: readonly (readonly [number, number])[]): boolean {
  let isInside = false;
  line.forEach(([ax, ay], at) => {
    const [bx, by] = line[(at + 1) % line.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) isInside = !isInside;
  });
  return isInside;
}
