import { Card, type CardFields, type Condition, type FieldMatch, type Filter } from '@tributary/contracts';
import type { SeededRandom } from '@tributary/testing';
import type { ForeignPoint } from '../../foreign/foreign-collections.js';

type Payload = Record<string, unknown>;

export function foreignCard(fields: CardFields): Card {
  return Card.parse({ model: { name: 'theirs', dimension: 3 }, vectors: { dense: '' }, fields, created_at: '2026-01-01T00:00:00Z' });
}

/** What other programs write: the same in many ways, at the top and in an object, which some keep as JSON. @param flat texts, numbers and truth values only */
export function randomForeignPayload(random: SeededRandom, flat: boolean): ForeignPoint['payload'] {
  const outer = { text: 'a text', ...randomFields(random, flat) };
  if (random.next() < 0.4) return outer;
  const inner = randomFields(random, flat);
  const isJson = flat || (random.next() < 0.3 && !hasBigNumber(inner));
  return { ...outer, metadata: isJson ? JSON.stringify(inner) : inner };
}

function randomFields(random: SeededRandom, flat: boolean): Payload {
  const maybe = (fields: Payload): Payload => (random.next() < 0.6 ? fields : {});
  const nested = (value: unknown, plain: unknown) => (flat ? plain : random.pick([value, plain]));
  return {
    ...maybe({ owner: nested(random.pick<unknown>([null, [], ['ann', 'bob'], { id: 'ann' }, 1234567890123456789n, 17446744073709551615n]), random.pick(['ann', 'bob', '', 7, 7.5, true])) }),
    ...maybe({ readers: nested(random.pick<unknown>([null, [], ['user:ann', '*'], 5]), random.pick(['user:ann', '["user:7"]', '*', ''])) }),
    ...maybe({ labels: nested(random.pick<unknown>([['red', 'green'], [5], 5]), 'red, green') }),
    ...maybe({ lang: nested(random.pick<unknown>([null, ['de', 'en'], { x: 'de' }]), random.pick(['de', 'en', '2'])) }),
    ...maybe({ n: nested(random.pick<unknown>([null, [1, 3], 9007199254740993n]), random.pick<unknown>([0, 1, 2, 2.5, -2, '2'])) }),
    ...maybe({ flag: random.next() < 0.5 }),
    ...maybe({ type: random.pick(['doc', 'mail']) }),
    ...(flat ? {} : maybe({ o: nested({ p: random.below(3) }, null) })),
  }; // oxfmt-ignore
}

const KEYS = ['lang', 'metadata.lang', 'n', 'metadata.n', 'flag', 'metadata.flag', 'type', 'user_id', 'owner', 'acl', 'tags', 'path', 'title', 'o.p', 'metadata.o.p', 'lang[]', 'metadata', 'missing'] as const; // oxfmt-ignore

/** Conditions of every kind on these fields, at most `depth` groups deep. */
export function randomForeignFilter(
  random: SeededRandom,
  { ids, depth = 2 }: { readonly ids: readonly string[]; readonly depth?: number },
): Filter {
  const condition = (): Condition =>
    depth > 0 && random.next() < 0.25 ? randomForeignFilter(random, { ids, depth: depth - 1 }) : randomCondition(random, ids);
  const conditions = () => Array.from({ length: 1 + random.below(2) }, condition);
  return random.pick<() => Filter>([
    () => ({ must: conditions() }),
    () => ({ must: condition() }),
    () => ({ must_not: conditions() }),
    () => ({ should: [condition(), ...conditions()] }),
    () => ({ must: [condition()], should: conditions(), must_not: random.pick([[], [condition()]]) }),
    () => ({ min_should: { conditions: [condition(), condition()], min_count: 1 + random.below(2) } }),
  ])();
}

function randomCondition(random: SeededRandom, ids: readonly string[]): Condition {
  const key = random.pick(KEYS);
  return random.pick<() => Condition>([
    () => ({ key, match: randomMatch(random) }),
    () => ({ key: random.pick(['lang', 'metadata.lang', 'user_id']), match: randomMatch(random) }),
    () => ({ key: random.pick(['n', 'metadata.n', key]), range: { [random.pick(['gt', 'gte', 'lt', 'lte'])]: random.pick([-2.5, 0, 1, 2, 2.5]) } }),
    () => ({ is_empty: { key } }),
    () => ({ is_null: { key } }),
    () => ({ has_id: [0, 1].map(() => ids[random.below(ids.length)] ?? '') }),
  ])(); // oxfmt-ignore
}

function randomMatch(random: SeededRandom): FieldMatch {
  const text = () =>
    random.pick([
      'de',
      'en',
      '2',
      'ann',
      'bob',
      '7',
      '7.5',
      'true',
      'red',
      'doc',
      '1234567890123456789',
      '17446744073709551615',
      '9007199254740993',
    ]);
  return random.pick<() => FieldMatch>([
    () => ({ value: text() }),
    () => ({ value: random.pick<string | number | boolean>([0, 1, 2, 2.5, 7, true, false, '']) }),
    () => ({ any: random.next() < 0.5 ? [text(), text()] : [random.below(3), 2.5] }),
    () => ({ except: random.next() < 0.5 ? [text()] : [random.below(3)] }),
  ])();
}

function hasBigNumber(fields: Payload): boolean {
  return Object.values(fields).some((value) => typeof value === 'bigint');
}
