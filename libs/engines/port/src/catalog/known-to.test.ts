import { anybody, localOwner, type Principal } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { sampleCard } from '../conformance/memory/index.js';
import { CollectionRecord } from './collection-record.js';
import { audienceOf, firstKnownTo, isKnownTo, madeKnownTo } from './known-to.js';
import { mayRead, mayUse } from './readable-collections.js';

const record = (more: object) => CollectionRecord.parse({ name: 'plans', engine: 'main', generation: 1, card: sampleCard(4), ...more });
const of = (known_to: string[]) => record({ known_to });

it.each([
  [{ user_id: 'ada' }, ['user:ada']],
  [{ user_id: 'ada', acl: ['*'] }, ['user:ada']],
  [{ acl: ['user:ada', 'group:staff', '*'] }, ['user:ada', 'group:staff', '*']],
  [{ acl: ['nobody:'] }, []],
  [{}, ['*']],
])('of what is stored for %j those may know who may read it', (access, expected) => {
  expect(audienceOf(access)).toEqual(expected);
});

it('is known to more with each that is stored, each once, and to everybody as soon as one is for all', () => {
  const known = madeKnownTo(of(['user:ada']), ['group:staff', 'user:ada']);
  expect(known.known_to).toEqual(['user:ada', 'group:staff']);
  expect([isKnownTo(known, ['user:ada']), isKnownTo(known, ['user:ada', 'user:ben']), isKnownTo(known, ['*'])]).toEqual([
    true,
    false,
    false,
  ]);
  expect(madeKnownTo(known, ['user:ben', '*'])).not.toHaveProperty('known_to');
  expect(isKnownTo(record({}), ['user:ben'])).toBe(true);
  expect(madeKnownTo(record({}), ['user:ben'])).not.toHaveProperty('known_to');
});

it('is known to everybody once more than a thousand know of it', () => {
  const users = Array.from({ length: 1000 }, (_, n) => `user:${n.toString()}`);
  expect(firstKnownTo(users).known_to).toHaveLength(1000);
  expect(madeKnownTo(of(users), ['user:ada'])).not.toHaveProperty('known_to');
});

describe('a collection that a user made', () => {
  const known = of(['user:ada', 'group:staff']);
  const caller = (more: Partial<Principal>): Principal => ({ ...anybody, ...more });

  it.each([
    ['who made it', { user_id: 'ada' }],
    ['a group that reads something', { user_id: 'ben', groups: ['staff'] }],
    ['an admin', { scopes: ['admin'] }],
    ['a grant by name', { user_id: 'ben', collections: ['plans'] }],
    ['the owner', localOwner],
  ])('is there for %s', (_, principal) => {
    expect(mayRead(caller(principal), known)).toBe(true);
  });

  it.each([
    ['another user', { user_id: 'ben', groups: ['user:ada'] }],
    ['who is no user', {}],
    ['a grant by a pattern', { user_id: 'ben', collections: ['pl*'] }],
  ])('is not there for %s, who may store in it', (_, principal) => {
    expect([mayRead(caller(principal), known), mayUse(caller(principal), known)]).toEqual([false, true]);
  });

  it('takes nothing of whom it is not granted to, or of others where it was made for the source of one user', () => {
    expect(mayUse(caller({ user_id: 'ada', collections: ['notes'] }), known)).toBe(false);
    expect(mayUse(caller({ user_id: 'ben' }), record({ users: ['ada'] }))).toBe(false);
    expect(mayRead(caller({ user_id: 'ben' }), record({ users: ['ada'], known_to: ['user:ben'] }))).toBe(false);
  });
});
