import { PLACING } from '../weights/parameters.js';

/** The list of one collection, all fields in the order of its candidates. */
export interface PlacedList {
  readonly docIds: readonly string[];
  /** Its own order: differences count, not the height. */
  readonly own: readonly number[];
  /** How steeply that falls into the scale shared by all collections. */
  readonly steepness: number;
  /** On that scale. */
  readonly level: readonly number[];
}

const HEAD = 3;

/** One ranking of lists whose scores say nothing of each other, such as fused ranks or cosines of different models: best level + steepness · (own − best own) + beta · mean of the
 *  three best levels. A list enters at the height of its level and keeps its own order. @returns a score per candidate */
export function placeLists(collections: readonly PlacedList[]): number[][] {
  const beta = collections.length >= PLACING.head.manyFrom ? PLACING.head.many : PLACING.head.few;
  return collections.map((collection) => {
    const best = highest(collection.level);
    const bestOwn = highest(collection.own);
    const head = meanOfHead(collection);
    return collection.own.map((own) => best + collection.steepness * (own - bestOwn) + beta * head);
  });
}

/** Mean level of the best chunks of the three best documents; many chunks of one document are no more evidence than one. */
function meanOfHead({ docIds, level }: PlacedList): number {
  const bestOf = new Map<string, number>();
  level.forEach((value, at) => {
    const document = docIds[at] ?? '';
    bestOf.set(document, Math.max(value, bestOf.get(document) ?? -Infinity));
  });
  const head = [...bestOf.values()].sort((a, b) => b - a).slice(0, HEAD);
  return head.reduce((sum, value) => sum + value, 0) / Math.max(1, head.length);
}

function highest(values: readonly number[]): number {
  return values.reduce((best, value) => Math.max(best, value), -Infinity);
}
