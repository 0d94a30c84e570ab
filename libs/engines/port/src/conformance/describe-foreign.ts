import { anybody, visibleRows, type CardFields, type Filter } from '@tributary/contracts';
import { SeededRandom, testSeed } from '@tributary/testing';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { foreignPayload, matchesFilter, seenByFilters, type ForeignCollections, type ForeignPoint, type ForeignReader } from '../index.js';
import { foreignPoints } from './behaviours/foreign-points.js';
import { foreignCard, randomForeignFilter, randomForeignPayload } from './samples/random-foreign.js';
import { sized } from './samples/size.js';

const POINTS = 80;
const VECTOR = Float32Array.of(1, 2, 3);

export interface ForeignSuite {
  readonly name: string;
  /** True where payloads hold texts, numbers and truth values only. */
  readonly flat: boolean;
  /** The collections of others, among them one of this name and these points, as another program makes it with vectors of three numbers. */
  readonly make: (collection: string, points: readonly ForeignPoint[]) => Promise<ForeignCollections>;
}

/** What filters find in collections of other programs, whatever the engine: the fields that `seenByFilters` shows; and their points by id. */
export function describeForeign({ name, flat, make }: ForeignSuite): void {
  describe(`points of collections of other programs: ${name}`, { timeout: 120_000 }, () => {
    foreignPoints(make);
  });

  describe(`filters on collections of other programs: ${name}`, { timeout: sized(120_000, 1_200_000) }, () => {
    const pointsOf = (payloadOf: (n: number) => ForeignPoint['payload'], count = POINTS) =>
      Array.from({ length: count }, (_, n): ForeignPoint => ({ id: uuid(n), payload: payloadOf(n), vectors: new Map([['', VECTOR]]) }));
    const open = async (points: readonly ForeignPoint[], fields: CardFields) => {
      const collection = `test-${randomUUID().slice(0, 8)}`;
      return (await make(collection, points)).open(collection, foreignCard(fields));
    };

    it.each([
      [{ must: [{ key: 'flag', match: { value: true } }] }, 40],
      [{ must_not: [{ key: 'flag', match: { value: true } }] }, 40],
      [{ must_not: [{ key: 'metadata.flag', match: { value: true } }] }, 40],
      [{ must: [{ is_empty: { key: 'only' } }] }, 60],
      [{ must: [{ key: 'price', range: { gt: 69.5 } }] }, 10],
      [{ must: [{ key: 'type', match: { value: 'ticket' } }] }, 20],
      [{ must_not: [{ key: 'hash', match: { any: ['H1', 'H2'] } }] }, 78],
      [{ should: [{ key: 'price', match: { value: 3 } }, { must: [{ key: 'flag', match: { value: false } }, { key: 'only', match: { value: 'x' } }] }] }, 1], // oxfmt-ignore
    ])('keep %j to the maker’s own fields', async (filter: Filter, expected) => {
      const points = pointsOf((n) => ({
        text: `text ${n.toString()}`,
        flag: n % 2 === 0,
        price: n,
        type: n % 4 === 0 ? 'ticket' : 'mail',
        hash: `H${n.toString()}`,
        ...(n % 4 === 0 ? { only: 'x' } : {}),
      }));
      const found = await idsIn(await open(points, { text: 'text', metadata: '' }), filter);
      expect(found).toHaveLength(expected);
    });

    const cards: readonly CardFields[] = [
      { text: 'text', metadata: '', user_id: 'owner' },
      { text: 'text', metadata: 'metadata', user_id: flat ? 'owner' : 'metadata.owner', acl: 'readers', tags: 'labels' },
    ];
    it.each(cards)('find what their points say, and lose none, by the card %j', async (fields) => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      const points = pointsOf(() => randomForeignPayload(random, flat));
      const reader = await open(points, fields);
      const told = points.map((point) => seenByFilters(point, foreignPayload(point, 'c', fields), fields));
      const filters: Filter[] = Array.from({ length: sized(40, 2_000) }, () =>
        randomForeignFilter(random, { ids: points.map(({ id }) => id) }),
      );
      for (const user_id of ['ann', '7', '1234567890123456789'])
        filters.push(visibleRows({ ...anybody, user_id }, { user_id: true, acl: true }) ?? {});
      for (const key of ['tags', 'acl', 'user_id', 'metadata.lang']) filters.push({ must: { is_empty: { key } } });
      for (const filter of filters) {
        const expected = told.filter((point) => matchesFilter(filter, point)).map(({ id }) => id);
        expect(await idsIn(reader, filter), JSON.stringify(filter)).toEqual(expected);
      }
    });
  });
}

/** By reading, which has to agree with counting and searching. */
async function idsIn(reader: ForeignReader, filter: Filter): Promise<readonly string[]> {
  const ids = (await reader.read({ filter })).map(({ id }) => id).toSorted();
  expect(await reader.count(filter)).toBe(ids.length);
  const pages: string[] = [];
  for (let after: string | undefined; ;) {
    const { points, next } = await reader.scroll({ filter, limit: 25, ...(after === undefined ? {} : { after }) });
    pages.push(...points.map(({ id }) => id));
    if (next === undefined) break;
    expect(points).toHaveLength(25);
    after = next;
  }
  expect(pages.toSorted()).toEqual(ids);
  const { candidates } = await reader.nominate({ lanes: ['semantic'], limit: POINTS, terms: [], vector: VECTOR, filter });
  expect(candidates.map(({ id }) => id).toSorted()).toEqual(ids);
  return ids;
}

function uuid(n: number): string {
  return `a6fb06bb-40f6-4e21-a10f-${n.toString().padStart(12, '0')}`;
}
