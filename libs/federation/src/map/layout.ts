import type { PrincipalAxes, QuantisedColumns } from '@tributary/ranking/projection';

/** Axes kept beside the two of the plane: neighbours in these are nearly those of the vectors. */
export const AXES = 24;

/** What the thread is given; the vectors are handed over, not copied. */
export interface VectorTable {
  /** Row by row. */
  readonly values: Float32Array;
  readonly dimension: number;
}

/** Where the vectors lie along their principal axes. */
export interface Layout extends PrincipalAxes {
  /** The first two axes. */
  readonly plane: QuantisedColumns<Int16Array>;
  /** All of them. */
  readonly components: QuantisedColumns<Int8Array>;
}
