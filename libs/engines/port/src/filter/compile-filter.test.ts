import type { Condition, Filter } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { matchesFilter } from './compile-filter.js';

// What holds for which payload was read off Qdrant’s own segment engine (1.18): its answers are written down here as literals.
const PAYLOADS = {
  number: { a: 1 },
  text: { a: '1' },
  flag: { a: true },
  null: { a: null },
  empty: { a: [] },
  missing: {},
  nullInList: { a: [null] },
  oneAndNull: { a: [1, null] },
  mixed: { a: [1, 'x'] },
  object: { a: { b: 1 } },
  objects: {
    a: [
      { b: 1, c: 1 },
      { b: 2, c: 2 },
    ],
  },
  lists: { a: [[1, 2], [3]] },
  sentence: { a: 'Hello World' },
  words: { a: ['hello', 'world'] },
  date: { a: '2026-01-05' },
  moment: { a: '2026-01-05T10:00:00Z' },
  fraction: { a: 1.5 },
  emptyObject: { a: {} },
  emptyObjects: { a: [{}] },
  nullInObject: { a: [{ b: null }] },
  emptyInObject: { a: [{ b: [] }] },
  blank: { a: '' },
  dotted: { 'a.b': 5 },
} as const;

type Name = keyof typeof PAYLOADS;
const NAMES = Object.keys(PAYLOADS).filter((name): name is Name => name in PAYLOADS);
const fitting = (filter: Filter) => NAMES.filter((name) => matchesFilter(filter, { id: name, payload: PAYLOADS[name] }));
const except = (...names: Name[]) => NAMES.filter((name) => !names.includes(name));

const MUST: readonly [Condition, readonly Name[]][] = [
  [{ key: 'a', match: { value: 1 } }, ['number', 'oneAndNull', 'mixed']],
  [{ key: 'a', match: { value: '1' } }, ['text']],
  [{ key: 'a', match: { value: true } }, ['flag']],
  [{ key: 'a', match: { any: ['x', '1'] } }, ['text', 'mixed']],
  [{ key: 'a', match: { except: [1] } }, except('number', 'null', 'empty', 'missing', 'nullInList', 'oneAndNull', 'dotted')],
  [{ key: 'a', match: { text: 'WORLD hello' } }, ['sentence']],
  [{ key: 'a', match: { text: 'hello' } }, ['sentence', 'words']],
  [{ key: 'a', match: { text: 'hell' } }, []],
  [{ key: 'a', match: { text: '!!' } }, []],
  [{ key: 'a', range: { gte: 1, lt: 1.5 } }, ['number', 'oneAndNull', 'mixed']],
  [{ key: 'a', range: { gt: 1 } }, ['fraction']],
  [{ key: 'a', range: { gte: '2026-01-05T12:00:00+02:00' } }, ['moment']],
  [{ key: 'a', range: { lte: '2026-01-05' } }, ['date']],
  [{ is_empty: { key: 'a' } }, ['null', 'empty', 'missing', 'dotted']],
  [{ is_null: { key: 'a' } }, ['null', 'nullInList', 'oneAndNull']],
  [{ is_empty: { key: 'a.b' } }, except('object')],
  [{ is_empty: { key: 'a[].b' } }, except('objects')],
  [{ is_null: { key: 'a[].b' } }, ['nullInObject']],
  [{ key: 'a.b', match: { value: 1 } }, ['object']],
  [{ key: 'a[].b', match: { value: 2 } }, ['objects']],
  [{ key: 'a[]', match: { value: 1 } }, ['oneAndNull', 'mixed', 'lists']],
  [{ key: 'a[][]', match: { value: 3 } }, ['lists']],
  [{ key: 'a[1]', match: { value: 'x' } }, ['mixed']],
  [{ key: '"a.b"', match: { value: 5 } }, ['dotted']],
  [{ key: 'a', values_count: { gte: 2 } }, ['oneAndNull', 'mixed', 'objects', 'lists', 'words']],
  [{ key: 'a', values_count: { lt: 1 } }, ['null', 'empty', 'missing', 'dotted']],
  [{ key: 'a[].b', values_count: { gte: 1 } }, ['objects']],
  [{ has_id: ['TEXT', 'flag', 5] }, ['text', 'flag']],
  [{ has_id: [] }, []],
  [{ nested: { key: 'a', filter: { must: [{ key: 'b', match: { value: 1 } }] } } }, ['objects']],
  [
    {
      nested: {
        key: 'a[]',
        filter: {
          must: [
            { key: 'b', match: { value: 1 } },
            { key: 'c', match: { value: 2 } },
          ],
        },
      },
    },
    [],
  ],
  [
    { nested: { key: 'a', filter: { must_not: [{ key: 'b', match: { value: 1 } }] } } },
    ['objects', 'emptyObjects', 'nullInObject', 'emptyInObject'],
  ],
  [{ nested: { key: 'a', filter: {} } }, ['objects', 'emptyObjects', 'nullInObject', 'emptyInObject']],
  [{ nested: { key: 'a', filter: { must: [{ has_id: ['objects'] }] } } }, []],
  [
    {
      should: [
        { key: 'a', match: { value: true } },
        { key: 'a', match: { value: 1.5 } },
      ],
    },
    ['flag', 'fraction'],
  ],
];

describe('conditions', () => {
  it.each(MUST)('%j', (condition, names) => {
    expect(fitting({ must: condition })).toEqual(names);
    expect(fitting({ must_not: [condition] })).toEqual(except(...names));
  });
});

describe('clauses', () => {
  const one: Condition = { key: 'a', match: { value: 1 } };
  const x: Condition = { key: 'a', match: { value: 'x' } };

  it('without conditions restrict nothing', () => {
    for (const filter of [{}, { must: [] }, { should: [] }, { must_not: [] }, { must: [{ should: [] }] }])
      expect(fitting(filter)).toEqual(NAMES);
    expect(fitting({ must: [one], should: [] })).toEqual(['number', 'oneAndNull', 'mixed']);
    expect(fitting({ must_not: [{}] })).toEqual([]);
  });

  it('hold together', () => {
    expect(fitting({ must: [one], must_not: [x], should: [one, x] })).toEqual(['number', 'oneAndNull']);
  });

  it('with min_should need that many', () => {
    expect(fitting({ min_should: { conditions: [one, x], min_count: 2 } })).toEqual(['mixed']);
    expect(fitting({ min_should: { conditions: [one, x], min_count: 0 } })).toEqual(NAMES);
    expect(fitting({ min_should: { conditions: [], min_count: 1 } })).toEqual([]);
  });
});

describe('match.text', () => {
  const fits = (text: string, field: unknown) => matchesFilter({ must: [{ key: 'f', match: { text } }] }, { payload: { f: field } });

  it('finds identifiers whole and by their parts', () => {
    expect(fits('getUserName', 'call getUserName(id)')).toBe(true);
    expect(fits('user', 'call getUserName(id)')).toBe(true);
    expect(fits('getUser', 'call getUserName(id)')).toBe(true);
    expect(fits('getUserId', 'call getUserName()')).toBe(false);
    expect(fits('http server', 'HTTPServer_v2')).toBe(true);
    expect(fits('httpserver_v2', 'HTTPServer_v2')).toBe(true);
  });

  it('reads every script, in any case and composition', () => {
    expect(fits('ÜBER', 'über uns')).toBe(true);
    expect(fits('cafe\u0301', 'Café')).toBe(true);
    expect(fits('мир', 'Привет, мир!')).toBe(true);
  });

  it('finds no part of a word, and nothing by nothing', () => {
    expect(fits('use', 'user')).toBe(false);
    expect(fits('…', '…')).toBe(false);
  });
});

it.each(['a..b', 'a[', 'a b', '[]', 'a.', '', 'a[-1]', 'a[]b', '"a'])('refuses %j as a field', (key) => {
  expect(() => matchesFilter({ must: { key, match: { value: 1 } } }, { payload: {} })).toThrow(
    expect.objectContaining({ code: 'FILTER.INVALID' }),
  );
});
