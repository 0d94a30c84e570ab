import { conditionsOf, type Condition, type Filter } from '@tributary/contracts';
import { countTest, matchTest, rangeTest, type TextAnalyser } from '@tributary/engines-port';
import { Bitmap } from '../memory/bitmap.js';
import { numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { pointIdBytes } from '../store/point-id.js';
import { numberOf } from '../store/row-ids.js';
import type { FieldIndex } from './field-index.js';
import { ConditionIndex } from './condition-index.js';
import { isFilter, type ConditionSources } from './filter-indexes.js';
import type { FilterTarget } from './filter-target.js';

interface Evaluation {
  readonly target: FilterTarget;
  readonly sources: ConditionSources;
  readonly reader: Connection;
  readonly analyser: TextAnalyser;
}

/** The live slots that fit a filter. */
export function evaluateFilter(filter: Filter, evaluation: Evaluation): Bitmap {
  const { target } = evaluation;
  const fitting = target.live.copy(target.slots);
  const where = (condition: Condition) => whereCondition(condition, evaluation);
  for (const condition of conditionsOf(filter.must)) fitting.intersect(where(condition));
  for (const condition of conditionsOf(filter.must_not)) fitting.subtract(where(condition));
  const should = conditionsOf(filter.should);
  if (should.length > 0) fitting.intersect(should.map(where).reduce((all, one) => all.unite(one), new Bitmap(target.slots)));
  if (filter.min_should) fitting.intersect(whereAtLeast(filter.min_should.min_count, filter.min_should.conditions.map(where), target));
  return fitting;
}

/** Slots that are in at least `count` of the sets. */
function whereAtLeast(count: number, sets: readonly Bitmap[], { slots, live }: FilterTarget): Bitmap {
  if (count === 0) return live.copy(slots);
  const hits = new Uint16Array(slots);
  const reached = new Bitmap(slots);
  for (const set of sets) {
    set.forEach((slot) => {
      const now = (hits[slot] ?? 0) + 1;
      hits[slot] = now;
      if (now === count) reached.add(slot);
    });
  }
  return reached;
}

function whereCondition(condition: Condition, evaluation: Evaluation): Bitmap {
  const { target, sources, analyser } = evaluation;
  if (isFilter(condition)) return evaluateFilter(condition, evaluation);
  if ('has_id' in condition) return whereId(condition.has_id, evaluation);
  const source = sources.get(condition);
  if (source === undefined) throw new Error('A condition was not prepared.');
  return source instanceof ConditionIndex ? source.where(target.slots) : whereField(condition, source, { slots: target.slots, analyser });
}

function whereField(
  condition: Condition,
  field: FieldIndex,
  { slots, analyser }: { readonly slots: number; readonly analyser: TextAnalyser },
): Bitmap {
  if ('is_empty' in condition) return field.whereEmpty(slots);
  if ('is_null' in condition) return field.whereNull(slots);
  if ('values_count' in condition) return field.whereCount(countTest(condition.values_count), slots);
  if ('range' in condition) return field.whereElement(rangeTest(condition.range), slots);
  if (!('match' in condition)) throw new Error('A condition without a field came to a field index.');
  if ('value' in condition.match) return field.whereListed([condition.match.value], slots);
  if ('any' in condition.match) return field.whereListed([...new Set<string | number>(condition.match.any)], slots);
  return field.whereElement(matchTest(condition.match, analyser), slots);
}

function whereId(ids: readonly (string | number)[], { target, reader }: Evaluation): Bitmap {
  const found = new Bitmap(target.slots);
  for (const id of ids) {
    const bytes = pointIdBytes(id.toString());
    const row = bytes && reader.sql('SELECT slot FROM points WHERE collection = ? AND id = ?').get(target.collection, bytes);
    const slot = row && target.findStored(numberOf(numberIn(row, 'slot')));
    if (slot !== undefined) found.add(slot);
  }
  return found;
}
