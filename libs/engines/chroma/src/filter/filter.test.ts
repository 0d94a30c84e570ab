import type { Condition, Filter } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { ownLayout } from './own-layout.js';
import { toWhere } from './to-where.js';

const must = (condition: Condition): Filter => ({ must: [condition] });

describe('a filter as where', () => {
  it.each([
    [must({ key: 'type', match: { value: 'code' } }), { type: { $in: ['code'] } }],
    [must({ key: 'lang', match: { any: ['ts', 'md'] } }), { lang: { $in: ['ts', 'md'] } }],
    [must({ key: 'type', match: { value: 1 } }), { _order: { $lt: -1 } }],
    [must({ key: 'chunk_index', match: { any: [2, 2.5] } }), { chunk_index: { $in: [2] } }],
    [must({ key: 'chunk_index', match: { value: 2.5 } }), { _order: { $lt: -1 } }],
    [must({ key: 'tags', match: { value: 'red' } }), { 'tags:red': true }],
    [{ must_not: [{ key: 'acl', match: { any: ['a', 'b'] } }] }, { $and: [{ 'acl:a': { $ne: true } }, { 'acl:b': { $ne: true } }] }],
    [must({ is_empty: { key: 'user_id' } }), { '_has:user_id': { $ne: true } }],
    [must({ key: 'chunk_index', range: { gte: 0.5, lt: 3 } }), { $and: [{ chunk_index: { $gte: 1 } }, { chunk_index: { $lt: 3 } }] }],
    [must({ key: 'modified_at', range: { gte: '2026-01-01' } }), { 'modified_at:ms': { $gte: Date.UTC(2026, 0, 1) } }],
    [must({ has_id: ['A', 'b'] }), { _point: { $in: ['a', 'b'] } }],
    [
      { should: [{ key: 'lang', match: { value: 'ts' } }, { is_empty: { key: 'tags' } }] },
      { $or: [{ lang: { $in: ['ts'] } }, { '_has:tags': { $ne: true } }] },
    ],
  ])('is exact for %j', (filter, where) => {
    expect(toWhere(filter, ownLayout)).toEqual({ where, exact: true });
  });

  it.each([
    must({ key: 'content', match: { text: 'word' } }),
    must({ key: 'tags', values_count: { gt: 1 } }),
    must({ is_null: { key: 'metadata.x' } }),
    must({ nested: { key: 'metadata.list', filter: {} } }),
    { min_should: { conditions: [{ key: 'lang', match: { value: 'ts' } }], min_count: 1 } },
    {
      should: [
        { key: 'lang', match: { value: 'ts' } },
        { key: 'content', match: { text: 'word' } },
      ],
    },
    { must_not: [{ key: 'metadata.n', match: { value: 1 } }] },
    { must: Array.from({ length: 200 }, (_, n) => ({ key: 'lang', match: { value: n.toString() } })) },
  ])('restricts nothing where Chroma cannot say it: %j', (filter) => {
    expect(toWhere(filter, ownLayout)).toEqual({ exact: false });
  });

  it('is wider than the filter where lists or objects may stand', () => {
    expect(toWhere(must({ key: 'metadata.n', range: { gt: 1.5 } }), ownLayout)).toEqual({
      where: { $or: [{ 'metadata.n': { $gte: 1 } }, { '_open:metadata.n': true }, { _open: true }] },
      exact: false,
    });
  });

  it('keeps what it can say when a part of it cannot be said', () => {
    const filter: Filter = {
      must: [
        { key: 'lang', match: { value: 'ts' } },
        { key: 'content', match: { text: 'word' } },
      ],
    };
    expect(toWhere(filter, ownLayout)).toEqual({ where: { lang: { $in: ['ts'] } }, exact: false });
  });
});
