import { dot } from '../similarity/dot.js';

/** Where principal axes lie: rows of `axes` are unit vectors, the one with the most variance first. */
export interface PrincipalAxes {
  readonly mean: Float32Array;
  /** Axis by axis, each of the dimension of the vectors. */
  readonly axes: Float32Array;
  /** Share of the variance of the vectors along each axis, 0 to 1. */
  readonly explained: readonly number[];
}

interface Rows {
  /** Row by row. */
  readonly values: Float32Array;
  readonly dimension: number;
}

const ROUNDS = 12;

/** The axes along which vectors differ most (Halko, Martinsson & Tropp 2011: subspace iteration), from a fixed start, so that the same vectors always have
 *  the same axes. Of no vectors the axes are all zero.
 *  @param count axes wanted; as many are returned, those that the vectors do not span are zero */
export function findPrincipalAxes({ values, dimension }: Rows, count: number): PrincipalAxes {
  const rows = values.length / dimension;
  const mean = meanOf({ values, dimension });
  let basis = startOf(count, dimension);
  let spread: readonly number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    basis = timesCovariance({ values, dimension }, mean, basis);
    spread = orthonormalise(basis, dimension);
  }
  const whole = varianceOf({ values, dimension }, mean);
  // The length of an axis after the last round is its eigenvalue times the number of rows.
  const order = spread.map((_, axis) => axis).sort((a, b) => (spread[b] ?? 0) - (spread[a] ?? 0));
  const axes = new Float32Array(count * dimension);
  order.forEach((axis, at) => {
    const row = basis.subarray(axis * dimension, (axis + 1) * dimension);
    axes.set(
      row.map((value) => value * orientationOf(row)),
      at * dimension,
    );
  });
  const explained = order.map((axis) => (whole > 0 && rows > 0 ? Math.min(1, (spread[axis] ?? 0) / (whole * rows)) : 0));
  return { mean, axes, explained };
}

/** How far a vector lies along each axis. */
export function projectOnto({ mean, axes }: Pick<PrincipalAxes, 'mean' | 'axes'>, vector: Float32Array): Float32Array {
  const dimension = mean.length;
  return Float32Array.from({ length: dimension === 0 ? 0 : axes.length / dimension }, (_, axis) => {
    let sum = 0;
    for (let i = 0; i < dimension; i += 1) sum += ((vector[i] ?? 0) - (mean[i] ?? 0)) * (axes[axis * dimension + i] ?? 0);
    return sum;
  });
}

function meanOf({ values, dimension }: Rows): Float32Array {
  const sum = new Float64Array(dimension);
  for (let at = 0; at < values.length; at += dimension)
    for (let i = 0; i < dimension; i += 1) sum[i] = (sum[i] ?? 0) + (values[at + i] ?? 0);
  const rows = Math.max(1, values.length / dimension);
  return Float32Array.from(sum, (value) => value / rows);
}

function varianceOf({ values, dimension }: Rows, mean: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += dimension)
    for (let i = 0; i < dimension; i += 1) sum += ((values[at + i] ?? 0) - (mean[i] ?? 0)) ** 2;
  return values.length === 0 ? 0 : sum / (values.length / dimension);
}

/** The basis multiplied by the scatter matrix of the rows, which is never built. */
function timesCovariance({ values, dimension }: Rows, mean: Float32Array, basis: Float32Array): Float32Array {
  const count = basis.length / dimension;
  const product = new Float32Array(basis.length);
  const centred = new Float32Array(dimension);
  for (let at = 0; at < values.length; at += dimension) {
    for (let i = 0; i < dimension; i += 1) centred[i] = (values[at + i] ?? 0) - (mean[i] ?? 0);
    for (let axis = 0; axis < count; axis += 1) {
      const from = axis * dimension;
      let along = 0;
      for (let i = 0; i < dimension; i += 1) along += (centred[i] ?? 0) * (basis[from + i] ?? 0);
      for (let i = 0; i < dimension; i += 1) product[from + i] = (product[from + i] ?? 0) + along * (centred[i] ?? 0);
    }
  }
  return product;
}

/** Gram–Schmidt in place. @returns the length of each row before it was brought to 1; rows that lie in the ones before become zero, and their length is 0 */
function orthonormalise(basis: Float32Array, dimension: number): readonly number[] {
  const lengths: number[] = [];
  for (let from = 0; from < basis.length; from += dimension) {
    const row = basis.subarray(from, from + dimension);
    const before = Math.sqrt(dot(row, row));
    for (let other = 0; other < from; other += dimension) {
      const base = basis.subarray(other, other + dimension);
      const along = dot(row, base);
      row.forEach((value, i) => {
        row[i] = value - along * (base[i] ?? 0);
      });
    }
    const length = Math.sqrt(dot(row, row));
    // What is left of a row that the others span is rounding.
    const isSpanned = length <= before * 1e-6;
    row.forEach((value, i) => {
      row[i] = isSpanned ? 0 : value / length;
    });
    lengths.push(isSpanned ? 0 : length);
  }
  return lengths;
}

/** Directions that prefer nothing: a linear congruential sequence (Numerical Recipes). */
function startOf(count: number, dimension: number): Float32Array {
  let state = 20_261_122;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return Float32Array.from({ length: count * dimension }, next);
}

/** An axis and its reverse are the same axis: the one whose greatest part is positive is taken. */
function orientationOf(axis: Float32Array): number {
  let greatest = 0;
  for (const value of axis) if (Math.abs(value) > Math.abs(greatest)) greatest = value;
  return greatest < 0 ? -1 : 1;
}
