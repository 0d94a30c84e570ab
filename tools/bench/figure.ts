/** Repetitions of one measurement, summed up. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** One line of docs/figures.md. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly ours: Spread;
  /** What it is compared with, measured in the same run. */
  readonly peer?: { readonly name: string; readonly spread: Spread };
  /** ours ÷ peer, pair by pair. */
  readonly ratio?: Spread;
  /** What was promised, in words, and whether it was reached. */
  readonly target?: { readonly text: string; readonly met: boolean };
  /** The day and commit of an earlier run, where the latest one did not print this row. */
  readonly of?: { readonly date: string; readonly commit: string };
}

/** Median and range of repeated measurements. */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** The value below which this share (0–1) of the measurements lies: nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Hands the figures to `npm run bench`: the last line on standard output. */
export function report(figures: readonly Figure[]): void {
  process.stdout.write(`\n${JSON.stringify({ figures })}\n`);
}
