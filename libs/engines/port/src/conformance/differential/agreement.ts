import type { ScoredId } from '../reference/lane-scores.js';

const TOLERANCE = 1e-5;

/** Share of the longer ranking that the other has, too; 1 for two empty ones. Passages that tie with the last place may be left out for one another. */
export function agreement(a: readonly ScoredId[], b: readonly ScoredId[]): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 1;
  return Math.min(found(a, b), found(b, a)) / longer;
}

function found(a: readonly ScoredId[], b: readonly ScoredId[]): number {
  const ids = new Set(b.map(({ id }) => id));
  const last = b.length === a.length ? b.at(-1)?.score : undefined;
  return a.filter(({ id, score }) => ids.has(id) || (last !== undefined && Math.abs(score - last) < TOLERANCE)).length;
}

/** Every two of a list. */
export function pairsOf<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b] as const));
}

/** Means by name. */
export class Tally {
  readonly #sums = new Map<string, { readonly sum: number; readonly count: number }>();

  add(name: string, value: number): void {
    const { sum, count } = this.#sums.get(name) ?? { sum: 0, count: 0 };
    this.#sums.set(name, { sum: sum + value, count: count + 1 });
  }

  means(): readonly { readonly name: string; readonly mean: number }[] {
    return [...this.#sums].map(([name, { sum, count }]) => ({ name, mean: sum / count }));
  }

  lines(): readonly string[] {
    return this.means().map(({ name, mean }) => `${name}: ${mean.toFixed(4)}`);
  }
}
