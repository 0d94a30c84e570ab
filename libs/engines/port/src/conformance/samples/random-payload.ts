import type { PointPayload } from '@tributary/contracts';
import type { SeededRandom } from '@tributary/testing';

type Json = string | number | boolean | null | Json[] | JsonObject;
interface JsonObject {
  [key: string]: Json;
}

/** Payload fields with everything that filters tell apart: missing, null, empty, lists, nested lists, other types under the same name. */
export function randomPayload(random: SeededRandom): Partial<PointPayload> {
  const maybe = <T extends object>(fields: T): Partial<T> => (random.next() < 0.6 ? fields : {});
  return {
    type: random.pick(['code', 'doc', 'web', 'note', 'memory']),
    ...maybe({ lang: random.pick(['ts', 'md', 'py']) }),
    ...maybe({ repo: random.pick(['alpha', 'beta']) }),
    ...maybe({ path: `src/${random.pick(['a', 'b', 'c'])}.ts` }),
    ...maybe({ user_id: random.pick(['ann', 'bob']) }),
    ...maybe({ acl: someOf(random, ['user:ann', 'group:dev', '*']) }),
    ...maybe({ tags: someOf(random, ['red', 'green', 'blue', 'getUserName']) }),
    ...maybe({ modified_at: randomMoment(random) }),
    ...maybe({
      metadata: { n: randomValue(random, 1), list: randomValue(random, 2), items: randomItems(random), o: { p: randomValue(random, 1) } },
    }),
  };
}

export function randomMoment(random: SeededRandom): string {
  const day = `2026-0${(1 + random.below(4)).toString()}-1${random.below(10).toString()}`;
  return random.pick([day, `${day}T10:00:00Z`, `${day}T10:00:00+02:00`, `${day}T23:59:59.5Z`]);
}

/** Few distinct values, so that conditions hold often. */
export function randomScalar(random: SeededRandom): string | number | boolean {
  return random.pick<() => string | number | boolean>([
    () => random.below(4),
    () => random.below(4) + 0.5,
    () => random.below(4).toString(),
    () => random.next() < 0.5,
    () => random.pick(['red', 'deep red', 'Green-House', 'getUserName', '', '2026-02-10', '2026-02-11T00:00:00Z']),
  ])();
}

function randomValue(random: SeededRandom, depth: number): Json {
  const choice = random.next();
  if (choice < 0.5 || depth === 0) return randomScalar(random);
  if (choice < 0.6) return null;
  if (choice < 0.65) return {};
  if (choice < 0.7) return { p: randomScalar(random) };
  return Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1));
}

function randomItems(random: SeededRandom): Json {
  if (random.next() < 0.15) return random.pick<Json>([null, 'none', 3, {}]);
  return Array.from({ length: random.below(4) }, (): Json => {
    if (random.next() < 0.1) return randomScalar(random);
    const item: JsonObject = {};
    if (random.next() < 0.8) item['x'] = randomValue(random, 1);
    if (random.next() < 0.8) item['y'] = random.below(3);
    return item;
  });
}

function someOf(random: SeededRandom, items: readonly string[]): string[] {
  return items.filter(() => random.next() < 0.4);
}
