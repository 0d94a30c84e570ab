import type { Condition, FieldMatch, Filter, RangeCondition } from '@tributary/contracts';
import type { SeededRandom } from '@tributary/testing';
import { randomMoment, randomScalar } from './random-payload.js';

const FIELDS = [
  'type', 'lang', 'repo', 'path', 'user_id', 'acl', 'tags', 'modified_at', 'chunk_index', 'content', 'missing', 'doc_id',
  'metadata.n', 'metadata.list', 'metadata.list[]', 'metadata.list[0]', 'metadata.o.p', 'metadata.o.p[]', 'metadata.items', 'metadata.items[].x', 'metadata."items"[].y', 'metadata.items[].x[]',
] as const; // oxfmt-ignore

/** A filter of any shape, at most `depth` filters deep; many are plain, since what is put together soon holds nowhere. `ids` are what `has_id` names. */
export function randomFilter(random: SeededRandom, ids: readonly string[], depth = 2): Filter {
  const condition = () => randomCondition(random, ids, depth);
  const conditions = () => Array.from({ length: 1 + random.below(3) }, condition);
  return random.pick<() => Filter>([
    () => ({ must: condition() }),
    () => ({ must_not: conditions() }),
    () => ({ should: conditions() }),
    () => ({ should: [condition(), condition()], must: [condition()] }),
    () => ({ min_should: { conditions: [condition(), condition(), ...conditions()], min_count: random.below(4) } }),
    () => ({ must: random.pick([[], conditions()]), should: random.pick([[], conditions()]), must_not: random.pick([[], [condition()]]) }),
  ])();
}

function randomCondition(random: SeededRandom, ids: readonly string[], depth: number): Condition {
  if (depth > 0 && random.next() < 0.15) return randomFilter(random, ids, depth - 1);
  const key = random.pick(FIELDS);
  return random.pick<() => Condition>([
    () => ({ key, match: randomMatch(random) }),
    () => ({ key: 'metadata.n', range: { lte: random.below(4) } }),
    () => ({ key: random.pick(['tags', 'metadata.list']), match: randomMatch(random) }),
    () => ({
      key: random.pick(['type', 'lang', 'user_id', 'acl', 'tags']),
      match: { value: random.pick(['code', 'doc', 'ts', 'ann', '*', 'red']) },
    }),
    () => ({ key, range: randomRange(random) }),
    () => ({ key: 'modified_at', range: randomRange(random) }),
    () => ({ key, values_count: { [random.pick(['gt', 'gte', 'lt', 'lte'])]: random.below(4) } }),
    () => ({ is_empty: { key } }),
    () => ({ is_null: { key } }),
    () => ({ has_id: Array.from({ length: random.below(6) }, () => ids[random.below(ids.length)] ?? '') }),
    () => ({ nested: { key: random.pick(['metadata.items', 'metadata.items[]', 'metadata.list', 'tags']), filter: randomInner(random) } }),
  ])();
}

/** What is asked of the elements of `metadata.items`. */
function randomInner(random: SeededRandom): Filter {
  const inner = (): Condition =>
    random.pick<() => Condition>([
      () => ({ key: random.pick(['x', 'y', 'x[]']), match: randomMatch(random) }),
      () => ({ key: 'y', range: { gte: random.below(3) } }),
      () => ({ is_empty: { key: 'x' } }),
      () => ({ is_null: { key: 'x' } }),
      () => ({ key: 'x', values_count: { gte: random.below(3) } }),
    ])();
  return random.pick<Filter>([{ must: [inner(), inner()] }, { should: [inner(), inner()] }, { must: inner(), must_not: inner() }, {}]);
}

function randomMatch(random: SeededRandom): FieldMatch {
  const texts = () => Array.from({ length: 1 + random.below(3) }, () => random.pick(['red', 'green', 'code', 'ts', 'ann', '2', '']));
  const numbers = () => Array.from({ length: 1 + random.below(3) }, () => random.below(4));
  return random.pick<() => FieldMatch>([
    () => ({ value: randomScalar(random) }),
    () => ({ any: random.next() < 0.5 ? texts() : numbers() }),
    () => ({ except: random.next() < 0.5 ? texts() : numbers() }),
    () => ({ text: random.pick(['red', 'deep RED', 'user', 'getUser', 'house green', 'ann', '!!', 'baba']) }),
  ])();
}

function randomRange(random: SeededRandom): RangeCondition['range'] {
  const bounds = ['gt', 'gte', 'lt', 'lte'] as const;
  const [low, high] = [random.pick(bounds), random.pick(bounds)];
  if (random.next() < 0.5) return { [low]: random.below(4), [high]: random.below(4) + random.pick([0, 0.5]) };
  return { [low]: randomMoment(random), [high]: randomMoment(random) };
}
