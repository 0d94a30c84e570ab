import { conditionsOf, type Condition, type Filter } from '@tributary/contracts';
import { compileCondition, type TextAnalyser } from '@tributary/engines-port';
import { keepUsed } from '../memory/keep-used.js';
import { numberIn, textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { numberOf, rowId } from '../store/row-ids.js';
import { ConditionIndex } from './condition-index.js';
import { FieldIndex } from './field-index.js';
import type { FilterTarget } from './filter-target.js';
import type { SlotIndexer } from './slot-indexer.js';

/** Indexes kept; the ones unused for longest go first. */
const MOST_KEPT = 64;
/** Slots shown to the indexes before others get the event loop. */
const SLICE = 1_000;

/** How the conditions of a filter are evaluated: by the values of a field, or by looking at each payload. */
export type ConditionSources = ReadonlyMap<Condition, FieldIndex | ConditionIndex>;

/** What is known of the payloads of a projection, learnt when a filter first asks for it. */
export class FilterIndexes {
  readonly #fields = new Map<string, FieldIndex>();
  readonly #conditions = new Map<string, ConditionIndex>();
  readonly #analyser: TextAnalyser;

  constructor(analyser: TextAnalyser) {
    this.#analyser = analyser;
  }

  /** Reads what a filter needs from the payloads, in slices. */
  async prepare(filter: Filter, target: FilterTarget, reader: Connection): Promise<void> {
    const indexers = eachOf(this.#sourcesOf(filter));
    for (;;) {
      const from = leastIndexed(indexers, target);
      if (target.slots - from <= SLICE) return;
      advance(indexers, { target, reader, from, to: from + SLICE });
      await new Promise(setImmediate);
    }
  }

  /** Brings everything a filter needs up to the last slot. */
  complete(filter: Filter, target: FilterTarget, reader: Connection): ConditionSources {
    const sources = this.#sourcesOf(filter);
    const catchUp = (indexers: readonly SlotIndexer[]) => {
      const from = leastIndexed(indexers, target);
      if (from < target.slots) advance(indexers, { target, reader, from, to: target.slots });
    };
    catchUp(eachOf(sources));
    // A field may turn out not to be indexable only while it is read.
    for (const [condition, source] of sources) {
      if (isIndexable(source)) continue;
      const replacement = this.#conditionIndex(condition);
      catchUp([replacement]);
      sources.set(condition, replacement);
    }
    return sources;
  }

  #sourcesOf(filter: Filter): Map<Condition, FieldIndex | ConditionIndex> {
    const sources = new Map<Condition, FieldIndex | ConditionIndex>();
    for (const condition of leavesOf(filter)) {
      if ('has_id' in condition) continue;
      const key = fieldOf(condition);
      const field = key === undefined ? undefined : keepUsed(this.#fields, key, { make: () => new FieldIndex(key), most: MOST_KEPT });
      sources.set(condition, field?.isIndexable ? field : this.#conditionIndex(condition));
    }
    return sources;
  }

  #conditionIndex(condition: Condition): ConditionIndex {
    const make = (): ConditionIndex => new ConditionIndex(compileCondition(condition, this.#analyser));
    return keepUsed(this.#conditions, JSON.stringify(condition), { make, most: MOST_KEPT });
  }
}

/** Each once, however many conditions it is of. */
function eachOf(sources: ConditionSources): readonly SlotIndexer[] {
  return [...new Set(sources.values())];
}

function isIndexable(source: FieldIndex | ConditionIndex): boolean {
  return !(source instanceof FieldIndex) || source.isIndexable;
}

function leastIndexed(indexers: readonly SlotIndexer[], { slots }: FilterTarget): number {
  return Math.min(slots, ...indexers.map(({ indexedUpTo }) => indexedUpTo));
}

/** The payload field of a condition on one field. */
function fieldOf(condition: Condition): string | undefined {
  if ('is_empty' in condition) return condition.is_empty.key;
  if ('is_null' in condition) return condition.is_null.key;
  return 'key' in condition ? condition.key : undefined;
}

/** All conditions of a filter that are not filters themselves. */
function leavesOf(filter: Filter): readonly Condition[] {
  const clauses = [filter.must, filter.should, filter.must_not, filter.min_should?.conditions];
  return clauses.flatMap(conditionsOf).flatMap((condition) => (isFilter(condition) ? leavesOf(condition) : [condition]));
}

/** True for a filter that stands as a condition. */
export function isFilter(condition: Condition): condition is Filter {
  return fieldOf(condition) === undefined && !('has_id' in condition) && !('nested' in condition);
}

/** Shows the points of the slots [from, to) to the indexers that have not seen them. */
function advance(
  indexers: readonly SlotIndexer[],
  { target, reader, from, to }: { readonly target: FilterTarget; readonly reader: Connection; readonly from: number; readonly to: number },
): void {
  const end = Math.min(to, target.slots);
  const first = rowId(target.collection, target.storedSlotOf(from));
  const last = rowId(target.collection, target.storedSlotOf(end - 1));
  const needsContent = indexers.some((indexer) => indexer.needsContent);
  const columns = needsContent ? 'slot, payload, content' : 'slot, payload';
  for (const row of reader.sql(`SELECT ${columns} FROM points WHERE slot BETWEEN ? AND ?`).iterate(first, last)) {
    const slot = target.findStored(numberOf(numberIn(row, 'slot')));
    if (slot === undefined) continue;
    const payload: unknown = JSON.parse(textIn(row, 'payload'));
    const point = { payload: needsContent ? { ...asObject(payload), content: textIn(row, 'content') } : asObject(payload) };
    for (const indexer of indexers) if (slot >= indexer.indexedUpTo) indexer.add(slot, point);
  }
  for (const indexer of indexers) indexer.indexedUpTo = Math.max(indexer.indexedUpTo, end);
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
