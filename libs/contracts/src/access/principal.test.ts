import { describe, expect, it } from 'vitest';
import { accessFilter, localOwner, matchesPattern, mayReadRow, type Principal } from './principal.js';

const ada: Principal = { subject: 'ada', user_id: 'ada', groups: ['staff'], scopes: [], collections: ['*'], unrestricted: false };

describe('access', () => {
  it('restricts everybody but the owner of the machine', () => {
    expect(accessFilter(localOwner)).toBeUndefined();
    expect(accessFilter(ada)).toEqual({
      must: [
        { should: [{ is_empty: { key: 'user_id' } }, { key: 'user_id', match: { value: 'ada' } }] },
        { should: [{ is_empty: { key: 'acl' } }, { key: 'acl', match: { any: ['user:ada', 'group:staff', '*'] } }] },
      ],
    });
  });

  it('lets a caller without a user see only rows of nobody in particular', () => {
    const { user_id: _, ...guest } = ada;
    expect(accessFilter({ ...guest, groups: [] })).toEqual({
      must: [
        { should: [{ is_empty: { key: 'user_id' } }] },
        { should: [{ is_empty: { key: 'acl' } }, { key: 'acl', match: { any: ['*'] } }] },
      ],
    });
  });

  it.each([
    [{}, true],
    [{ user_id: 'ada' }, true],
    [{ user_id: 'bob' }, false],
    [{ acl: ['group:staff'] }, true],
    [{ acl: ['*'] }, true],
    [{ acl: ['user:bob', 'group:board'] }, false],
    [{ acl: [] }, false],
    [{ user_id: 'ada', acl: ['group:board'] }, false],
    [{ user_id: 'bob', acl: ['*'] }, false],
  ])('judges the single row %j as the filter does: %s', (row, isReadable) => {
    expect(mayReadRow(ada, row)).toBe(isReadable);
    expect(mayReadRow(localOwner, row)).toBe(true);
  });

  it.each([
    ['*', 'notes', true],
    ['notes', 'notes', true],
    ['notes', 'notes2', false],
    ['no*', 'notes', true],
    ['*-code', 'tributary-code', true],
    ['*-code', 'tributary-docs', false],
    ['a*b*c', 'aXbYc', true],
    ['a*a', 'a', false],
    ['ab*ba', 'aba', false],
  ])('pattern %s on %s is %s', (pattern, name, fits) => {
    expect(matchesPattern(pattern, name)).toBe(fits);
  });
});
