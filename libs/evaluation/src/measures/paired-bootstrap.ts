/** How two rankings of the same queries differ on average, with the interval in which that lies with 95 % confidence. */
export interface PairedDifference {
  /** Mean of `ours − theirs`. */
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2000;
/** Fixed, so that the same runs always give the same interval. */
const SEED = 0x9e3779b9;

/** Percentile bootstrap over queries (Efron 1979; for retrieval: Sakai 2006), 2,000 resamples of the paired differences with a fixed seed.
 *  @param ours one value per query @param theirs the same queries in the same order @throws RangeError when the lengths differ */
export function pairedBootstrap(ours: readonly number[], theirs: readonly number[]): PairedDifference {
  if (ours.length !== theirs.length) throw new RangeError('Paired runs have one value for each of the same queries.');
  const differences = ours.map((value, at) => value - (theirs[at] ?? 0));
  if (differences.length === 0) return { mean: 0, low: 0, high: 0 };
  const next = mulberry32(SEED);
  const means = Array.from({ length: RESAMPLES }, () => meanOfResample(differences, next)).sort((a, b) => a - b);
  return {
    mean: differences.reduce((sum, value) => sum + value, 0) / differences.length,
    low: means[Math.floor(0.025 * RESAMPLES)] ?? 0,
    high: means[Math.ceil(0.975 * RESAMPLES) - 1] ?? 0,
  };
}

function meanOfResample(values: readonly number[], next: () => number): number {
  return values.reduce((sum) => sum + (values[Math.floor(next() * values.length)] ?? 0), 0) / values.length;
}

/** Numbers in [0, 1) from a 32-bit state (Tommy Ettinger's mulberry32, public domain). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
