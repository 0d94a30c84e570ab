import type { RangeCondition } from '@tributary/contracts';
import type { Where } from 'chromadb';
import { both, exactly, type Translation } from './where.js';

const BOUNDS = ['gt', 'gte', 'lt', 'lte'] as const;
type Bound = (typeof BOUNDS)[number];
type Bounds = Partial<Record<Bound, number>>;

/** The bounds as numbers; undefined when they are texts and nobody reads them. */
export function boundsOf(range: RangeCondition['range'], read?: (text: string) => number): Bounds | undefined {
  const bounds: Bounds = {};
  for (const name of BOUNDS) {
    const bound = range[name];
    if (bound === undefined) continue;
    if (typeof bound === 'string' && !read) return undefined;
    bounds[name] = typeof bound === 'string' ? (read?.(bound) ?? Number.NaN) : bound;
  }
  return bounds;
}

/** The range of a field that holds whole numbers only. Chroma cuts the fraction off a bound before it compares it with whole numbers, so none is
 *  sent; undefined for numbers beyond 2^53. */
export function exactBounds(key: string, bounds: Bounds): Translation | undefined {
  const whole: [Bound, number][] = named(bounds).map(([name, bound]) => [
    name,
    name === 'gt' || name === 'lte' ? Math.floor(bound) : Math.ceil(bound),
  ]);
  return whole.every(([, bound]) => Number.isSafeInteger(bound))
    ? both(whole.map(([name, bound]) => exactly(compare(key, name, bound))))
    : undefined;
}

/** Whole bounds around the range, for fields of any numbers. */
export function wideBounds(key: string, bounds: Bounds): Translation | undefined {
  const wide = named(bounds).map(([name, bound]) =>
    name.startsWith('g') ? compare(key, 'gte', Math.floor(bound)) : compare(key, 'lte', Math.ceil(bound)),
  );
  if (!Object.values(bounds).every((bound) => Math.abs(bound) < Number.MAX_SAFE_INTEGER)) return undefined;
  return { ...both(wide.map(exactly)), exact: false };
}

function named(bounds: Bounds): [Bound, number][] {
  return BOUNDS.flatMap((name): [Bound, number][] => {
    const bound = bounds[name];
    return bound === undefined ? [] : [[name, bound]];
  });
}

function compare(key: string, name: Bound, bound: number): Where {
  switch (name) {
    case 'gt':
      return { [key]: { $gt: bound } };
    case 'gte':
      return { [key]: { $gte: bound } };
    case 'lt':
      return { [key]: { $lt: bound } };
    case 'lte':
      return { [key]: { $lte: bound } };
  }
}
