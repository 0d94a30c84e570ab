import { HEAD_WEIGHT } from './parameters.js';

/** One collection's candidates on their way into the one ranking, each list in the order of the candidates. */
export interface LevelledCollection {
  readonly docIds: readonly string[];
  /** Its own order: differences count, not the height. */
  readonly own: readonly number[];
  /** How steeply its own scores fall into the shared scale. */
  readonly steepness: number;
  /** On the scale shared by all collections. */
  readonly level: readonly number[];
}

const HEAD = 3;

/** Puts the lists of several collections on one scale: best level + steepness · (own − best own) + beta · mean of the three best levels. The list enters at the
 *  height of its pooled level and keeps its own order. With one collection this is its own order. @returns a score per candidate */
export function federate(collections: readonly LevelledCollection[]): number[][] {
  const beta = collections.length >= HEAD_WEIGHT.manyFrom ? HEAD_WEIGHT.many : HEAD_WEIGHT.few;
  return collections.map((collection) => {
    const best = highest(collection.level);
    const bestOwn = highest(collection.own);
    const head = meanOfHead(collection);
    return collection.own.map((own) => best + collection.steepness * (own - bestOwn) + beta * head);
  });
}

/** Mean level of the best chunks of the three best documents; many chunks of one document are no more evidence than one. */
function meanOfHead({ docIds, level }: LevelledCollection): number {
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
