import { CardFields, type Filter } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { matchesFilter } from '../filter/compile-filter.js';
import { foreignPayload } from './foreign-payload.js';
import { placesSeen, seenByFilters } from './seen-by-filters.js';

const flat = CardFields.parse({ text: 'text' });
const nested = CardFields.parse({ text: 'text', metadata: 'metadata' });

function fits(filter: Filter, payload: Readonly<Record<string, unknown>>, fields: CardFields): boolean {
  const point = { id: '1', payload, vectors: new Map<string, Float32Array>() };
  return matchesFilter(filter, seenByFilters(point, foreignPayload(point, 'c', fields), fields));
}

const has = (key: string, value: string | number | boolean): Filter => ({ must: [{ key, match: { value } }] });

describe('a filter on a foreign point', () => {
  it.each([
    [flat, { text: 'a', lang: 'de' }],
    [nested, { text: 'a', metadata: { lang: 'de' } }],
    [nested, { text: 'a', metadata: '{"lang":"de"}' }],
    [nested, { text: 'a', metadata: { x: 1 }, lang: 'de' }],
    [CardFields.parse({ text: 'text', metadata: 'meta' }), { text: 'a', meta: { lang: 'de' } }],
  ])('sees the maker’s own fields at the top and below metadata: %#', (fields, payload) => {
    for (const key of ['lang', 'metadata.lang']) {
      expect([fits(has(key, 'de'), payload, fields), fits(has(key, 'en'), payload, fields)]).toEqual([true, false]);
      expect(fits({ must_not: [{ key, match: { value: 'de' } }] }, payload, fields)).toBe(false);
      expect(fits({ must: [{ is_empty: { key } }] }, payload, fields)).toBe(false);
    }
  });

  it('sees the nearer one of two of a name', () => {
    const payload = { text: 'a', lang: 'outer', metadata: { lang: 'inner' } };
    expect([fits(has('lang', 'outer'), payload, nested), fits(has('metadata.lang', 'inner'), payload, nested)]).toEqual([true, true]);
    expect([fits(has('lang', 'inner'), payload, nested), fits(has('metadata.lang', 'outer'), payload, nested)]).toEqual([false, false]);
  });

  it('sees the maker’s where the card has no place for a name of ours, and ours where it has', () => {
    const payload = { text: 'a', type: 'ticket', hash: 'H5', user_id: 'theirs', owner: 'bob' };
    expect([fits(has('type', 'ticket'), payload, flat), fits(has('hash', 'H5'), payload, flat)]).toEqual([true, true]);
    expect(fits(has('type', 'doc'), { text: 'a' }, flat)).toBe(false);
    expect(fits(has('user_id', 'theirs'), payload, flat)).toBe(true);
    const owned = { ...flat, user_id: 'owner' };
    expect([fits(has('user_id', 'bob'), payload, owned), fits(has('user_id', 'theirs'), payload, owned)]).toEqual([true, false]);
    expect(fits({ must: [{ is_empty: { key: 'user_id' } }] }, { text: 'a', user_id: 'theirs' }, owned)).toBe(true);
    expect([fits(has('content', 'a'), payload, flat), fits(has('doc_id', '1'), payload, flat)]).toEqual([true, true]);
  });

  it('finds numbers beyond 2^53 by their digits and by the nearest number', () => {
    const payload = { text: 'a', snow: 1234567890123456780n, list: [1n, { deep: 9007199254740993n }] };
    expect(fits(has('snow', '1234567890123456780'), payload, flat)).toBe(true);
    expect(fits({ must: [{ key: 'metadata.snow', range: { gte: 5 } }] }, payload, flat)).toBe(true);
    expect(fits(has('list[].deep', '9007199254740993'), payload, flat)).toBe(true);
  });
});

it('names the places at which a field may be seen, the nearest first', () => {
  const fields = CardFields.parse({ text: 'text', metadata: 'metadata', user_id: 'metadata.owner', tags: 'labels' });
  const keys = ['lang', 'metadata.lang', 'user_id', 'path', 'tags', 'tags[]', 'content', 'title', 'doc_id'];
  expect(keys.map((key) => placesSeen(key, fields))).toEqual([
    ['lang', 'metadata.lang'],
    ['metadata.lang', 'lang'],
    ['metadata.owner'],
    ['path', 'metadata.path'],
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(placesSeen('lang', flat)).toEqual(['lang']);
});
