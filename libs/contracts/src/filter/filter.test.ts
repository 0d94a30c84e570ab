import { describe, expect, it } from 'vitest';
import { allOf } from './filter.js';
import { parseFilter } from './parse-filter.js';

describe('the filter language', () => {
  it.each([
    {},
    { must: [{ key: 'type', match: { value: 'code' } }] },
    { must: { key: 'n', range: { gte: 1, lt: 2.5 } } },
    { should: [{ key: 'modified_at', range: { gte: '2026-01-01', lte: '2026-02-01T10:00:00Z' } }] },
    { must_not: [{ is_empty: { key: 'tags' } }, { is_null: { key: 'x' } }] },
    { min_should: { conditions: [{ has_id: ['a', 1] }], min_count: 1 } },
    { must: [{ nested: { key: 'authors[]', filter: { must: [{ key: 'name', match: { any: ['a', 'b'] } }] } } }] },
    {
      must: [
        { key: 'tags', values_count: { gt: 1 } },
        { key: 'content', match: { text: 'two words' } },
      ],
    },
    { must: [{ should: [{ key: 'a', match: { except: [1, 2] } }] }] },
  ])('takes %j as it stands', (filter) => {
    expect(parseFilter(filter)).toEqual(filter);
  });

  it.each([
    'type = code',
    [],
    { musst: [] },
    { must: [{ key: 'a' }] },
    { must: [{ key: '', match: { value: 1 } }] },
    { must: [{ key: 'a', match: { value: 1, any: [1] } }] },
    { must: [{ key: 'a', range: {} }] },
    { must: [{ key: 'a', range: { gte: 'soon' } }] },
    { must: [{ key: 'a', match: { any: [] } }] },
    { must: [{ key: 'a', match: { any: ['x', 1] } }] },
    { min_should: { conditions: [], min_count: -1 } },
  ])('refuses %j', (json) => {
    expect(() => parseFilter(json)).toThrow(expect.objectContaining({ code: 'FILTER.INVALID' }));
  });

  it.each([
    ['type = code', 'expected an object with must, should, must_not, min_should'],
    [{ musst: [] }, '"musst" is no clause: a filter has must, should, must_not, min_should'],
    [{ must: [{ is_null: { key: 'a' } }, { colour: 'red' }] }, 'must.1: "colour" is no condition; expected a condition: { key, match:'],
    [{ should: { key: 'a', match: { value: 1, any: [1] } } }, 'should.match: expected one of { value }, { any: […] }, { except: […] }'],
    [{ must: [{ key: 'a', range: { gte: 'soon' } }] }, 'must.0.range: expected gt, gte, lt or lte, all numbers or all dates'],
    [
      {
        must: [
          {
            should: [
              { key: 'a', match: { value: 1 } },
              { key: 'a', values_count: { gt: -1 } },
            ],
          },
        ],
      },
      'must.0.should.1.values_count.gt: ',
    ],
    [{ must_not: [{ nested: { key: 'a[]', filter: { must: [{ is_empty: 'b' }] } } }] }, 'must_not.0.nested.filter.must.0.is_empty: '],
    [{ must_not: [{ nested: { key: 'a[]', filter: {}, extra: 1 } }] }, 'must_not.0.nested: '],
    [{ min_should: { conditions: [{ has_id: 'x' }], min_count: 1 } }, 'min_should.conditions.0.has_id: '],
    [{ min_should: { conditions: [], min_count: -1 } }, 'min_should.min_count: '],
    [{ must: [null] }, 'must.0: expected a condition'],
  ])('names in %j the condition that is wrong', (json, fault) => {
    expect(() => parseFilter(json)).toThrow(`Not a filter: ${fault}`);
  });

  it.each([
    (conditions: object[]) => ({ should: conditions }),
    (conditions: object[]) => ({ must: [{ nested: { key: 'authors[]', filter: { must: conditions } } }] }),
    (conditions: object[]) => ({ must: { must_not: { min_should: { conditions, min_count: 1 } } } }),
  ])('refuses too many conditions before it reads them, wherever they stand: %#', (filterOf) => {
    const some = (length: number) => filterOf(Array.from({ length }, () => ({ is_null: { key: 'a' } })));
    expect(() => parseFilter(some(997))).not.toThrow();
    expect(() => parseFilter(some(1_001))).toThrow('Not a filter: it has more than 1,000 conditions');
    expect(() => parseFilter(some(1_001))).toThrow('Many values of one field are one condition: { key, match: { any: […] } }. Write');
  });

  it('joins filters so that all of them hold', () => {
    const one = { must: [{ key: 'a', match: { value: 1 } }] };
    expect(allOf([undefined, one])).toBe(one);
    expect(allOf([undefined])).toBeUndefined();
    expect(allOf([one, one])).toEqual({ must: [one, one] });
  });
});
