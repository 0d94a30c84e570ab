import { ACL_NOBODY, anybody, localOwner, mayReadRow, visibleRows, type Principal } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { matchesFilter } from '../filter/compile-filter.js';
import { foreignPayload } from './foreign-payload.js';
import { seenByFilters } from './seen-by-filters.js';

const FIELDS = { text: 'text', metadata: '', user_id: 'owner', acl: 'readers' };
const user = (user_id: string): Principal => ({ ...anybody, user_id });

/** Who of these may see a point, by the filter of readers and by the row itself, which have to agree. */
function seers(payload: Readonly<Record<string, unknown>>, fields = FIELDS): readonly string[] {
  const point = { id: '1', payload: { text: 'a', ...payload }, vectors: new Map<string, Float32Array>() };
  const row = foreignPayload(point, 'c', fields);
  return ['ada', 'bob', 'eve', '1234567890123456789', '1234567890123456800', '[object Object]', ''].filter((name) => {
    const filter = visibleRows(user(name), { user_id: true, acl: true }) ?? {};
    const isSeen = matchesFilter(filter, seenByFilters(point, row, fields));
    expect(mayReadRow(user(name), row), `${name} of ${String(payload['owner'])}`).toBe(isSeen);
    return isSeen;
  });
}

describe('a foreign point', () => {
  const all = seers({});

  it('is everybody’s where it names nobody', () => {
    expect(all).toContain('ada');
    expect(seers({ owner: null, readers: null })).toEqual(all);
  });

  it.each([
    [1234567890123456789n, ['1234567890123456789']],
    [
      ['bob', 'eve'],
      ['bob', 'eve'],
    ],
    [['bob'], ['bob']],
    [['bob', { id: 'eve' }], ['bob']],
    [{ id: 'bob' }, []],
    [[], []],
    ['', []],
    // As JSON without whole numbers of 64 bits arrives: rounded.
    [1234567890123456800, []],
  ])('with the owner %s is shown to %j', (owner, expected) => {
    expect(seers({ owner })).toEqual(expected);
  });

  it.each([
    [['user:eve'], ['eve']],
    ['["user:eve", "user:bob"]', ['bob', 'eve']],
    ['user:eve, user:bob', ['bob', 'eve']],
    ['["user:eve,*"]', []],
    [5, []],
    [{ group: 'hr' }, []],
    [[5, 6], []],
    ['', []],
    [[], []],
  ])('with the readers %j is shown to %j', (readers, expected) => {
    expect(seers({ readers })).toEqual(expected);
  });

  it('of several owners is shown to those of them who are readers, too', () => {
    expect(seers({ owner: ['bob', 'eve'], readers: ['user:eve', 'user:ada'] })).toEqual(['eve']);
    expect(seers({ owner: ['bob', 'eve'], readers: ['*'] })).toEqual(['bob', 'eve']);
    const row = foreignPayload({ id: '1', payload: { owner: ['bob', 'eve'], readers: ['user:ada'] }, vectors: new Map() }, 'c', FIELDS);
    expect(row.acl).toEqual([ACL_NOBODY]);
    expect(mayReadRow(localOwner, row)).toBe(true);
  });
});
