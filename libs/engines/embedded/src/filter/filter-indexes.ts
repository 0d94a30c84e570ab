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
/** Slots are shown to the indexes for so long before others get the event loop. */
const SLICE_MS = 5;

/** How the conditions of a filter are evaluated: by the values of a field, or by looking at each payload. */
export type ConditionSources = ReadonlyMap<Condition, FieldIndex | ConditionIndex>;

interface Reading {
  readonly target: FilterTarget;
  readonly reader: Connection;
}

interface PrepareOptions extends Reading {
  readonly signal?: AbortSignal | undefined;
  /** Does a slice when it is its turn. */
  readonly inTurn: <R>(work: () => R) => Promise<R>;
}

/** What is known of the payloads of a projection, learnt when a filter first asks for it. */
export class FilterIndexes {
  readonly #fields = new Map<string, FieldIndex>();
  readonly #conditions = new Map<string, ConditionIndex>();
  readonly #analyser: TextAnalyser;
  readonly #now: () => number;

  /** @param now milliseconds from somewhere on */
  constructor(analyser: TextAnalyser, now: () => number = () => performance.now()) {
    this.#analyser = analyser;
    this.#now = now;
  }

  /** Reads what a filter needs from the payloads, in slices. What was read before the signal stays. */
  async prepare(filter: Filter, { target, reader, signal, inTurn }: PrepareOptions): Promise<void> {
    const sources = this.#sourcesOf(filter);
    const next = () => {
      signal?.throwIfAborted();
      this.#replaceUnfit(sources);
      const indexers = eachOf(sources);
      const from = leastIndexed(indexers, target);
      const endsAt = this.#now() + SLICE_MS;
      if (from < target.slots) advance(indexers, { target, reader, from, isOver: () => this.#now() >= endsAt });
    };
    const isReady = () => [...sources.values()].every((source) => isIndexable(source) && source.indexedUpTo >= target.slots);
    while (!isReady()) await inTurn(next);
  }

  /** Brings everything a filter needs up to the last slot. */
  complete(filter: Filter, target: FilterTarget, reader: Connection): ConditionSources {
    const sources = this.#sourcesOf(filter);
    const catchUp = () => {
      const indexers = eachOf(sources);
      const from = leastIndexed(indexers, target);
      if (from < target.slots) advance(indexers, { target, reader, from });
    };
    catchUp();
    this.#replaceUnfit(sources);
    catchUp();
    return sources;
  }

  /** A field may turn out not to be indexable only while it is read. */
  #replaceUnfit(sources: Map<Condition, FieldIndex | ConditionIndex>): void {
    for (const [condition, source] of sources) if (!isIndexable(source)) sources.set(condition, this.#conditionIndex(condition));
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

interface Advance extends Reading {
  readonly from: number;
  /** Asked after each point; left out: at the last slot. */
  readonly isOver?: () => boolean;
}

/** Shows the points of the slots from one on to the indexers that have not seen them. */
function advance(indexers: readonly SlotIndexer[], { target, reader, from, isOver = () => false }: Advance): void {
  let end = target.slots;
  const first = rowId(target.collection, target.storedSlotOf(from));
  const last = rowId(target.collection, target.storedSlotOf(target.slots - 1));
  const needsContent = indexers.some((indexer) => indexer.needsContent);
  const columns = needsContent ? 'slot, payload, content' : 'slot, payload';
  for (const row of reader.sql(`SELECT ${columns} FROM points WHERE slot BETWEEN ? AND ? ORDER BY slot`).iterate(first, last)) {
    const slot = target.findStored(numberOf(numberIn(row, 'slot')));
    if (slot === undefined) continue;
    const payload: unknown = JSON.parse(textIn(row, 'payload'));
    const point = { payload: needsContent ? { ...asObject(payload), content: textIn(row, 'content') } : asObject(payload) };
    for (const indexer of indexers) if (slot >= indexer.indexedUpTo) indexer.add(slot, point);
    if (!isOver()) continue;
    end = slot + 1;
    break;
  }
  for (const indexer of indexers) indexer.indexedUpTo = Math.max(indexer.indexedUpTo, end);
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
