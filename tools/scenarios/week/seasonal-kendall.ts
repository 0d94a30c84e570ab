/** Whether values rise from day to day. */
export interface Trend {
  /** The median rise a day: the seasonal slope of Sen. */
  readonly slope: number;
  /** The probability of so much rise where there is none, one-sided. */
  readonly p: number;
}

/** Seasonal Kendall test with dependent seasons (Hirsch & Slack 1984): values of one hour are compared with those of the same hour of other days, so that
 *  the rhythm of the day is no trend; hours that rise and fall together count as one.
 *  @param days hours that are missing on one of them are left out @returns p = 1 where there are fewer than three days */
export function seasonalKendall(days: readonly (readonly number[])[]): Trend {
  const seasons = seasonsOf(days);
  const slope = median(seasons.flatMap(slopesOf));
  if (days.length < 3) return { slope, p: 1 };
  const s = seasons.reduce((sum, values) => sum + concordance(values, indexes(values)), 0);
  const variance = seasons.reduce((sum, g) => sum + seasons.reduce((inner, h) => inner + covariance(g, h), 0), 0);
  if (variance <= 0) return { slope, p: s > 0 ? 0 : 1 };
  const z = (s - Math.sign(s)) / Math.sqrt(variance);
  return { slope, p: upperTail(z) };
}

function seasonsOf(days: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const hours = Math.min(...days.map((day) => day.length));
  const seasons = Array.from({ length: hours }, (_, hour) => days.map((day) => day[hour] ?? Number.NaN));
  return seasons.filter((values) => values.every(Number.isFinite));
}

/** Rises minus falls, of all pairs that both series order. */
function concordance(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) for (let j = i + 1; j < a.length; j++) sum += Math.sign(difference(a, i, j) * difference(b, i, j));
  return sum;
}

/** Dietz & Killeen 1981; with ranks that ties share, and of a series with itself the variance of Kendall’s S. */
function covariance(g: readonly number[], h: readonly number[]): number {
  const n = g.length;
  const [ranksG, ranksH] = [ranks(g), ranks(h)];
  const products = ranksG.reduce((sum, rank, i) => sum + rank * (ranksH[i] ?? 0), 0);
  return (concordance(g, h) + 4 * products - n * (n + 1) ** 2) / 3;
}

function ranks(values: readonly number[]): readonly number[] {
  return values.map((value) => values.reduce((rank, other) => rank + (other < value ? 1 : other === value ? 0.5 : 0), 0.5));
}

function slopesOf(values: readonly number[]): readonly number[] {
  return values.flatMap((_, i) => values.slice(i + 1).map((_later, step) => difference(values, i, i + 1 + step) / (step + 1)));
}

function difference(values: readonly number[], from: number, to: number): number {
  return (values[to] ?? 0) - (values[from] ?? 0);
}

function indexes(values: readonly number[]): readonly number[] {
  return values.map((_, index) => index);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Of the normal distribution (Abramowitz & Stegun 26.2.17, error below 7.5e-8). */
function upperTail(z: number): number {
  if (z < 0) return 1 - upperTail(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
