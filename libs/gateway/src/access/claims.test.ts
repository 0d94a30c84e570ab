import { describe, expect, it } from 'vitest';
import { principalOf } from './claims.js';
import { CLAIM_RULES as rules } from './oauth-options.fixture.js';

describe('the groups of a token', () => {
  it.each([
    ['a list', ['staff', 'Domain Users'], ['staff', 'Domain Users']],
    ['one text, as some issuers write a single group', 'Domain Users', ['Domain Users']],
    ['nothing', undefined, []],
    ['an empty text', '', []],
  ])('are %s', (_, groups, expected) => {
    expect(principalOf({ sub: 'ada', groups }, rules)?.groups).toEqual(expected);
  });
});

it('scopes are what the token says, also by names that every object has', () => {
  const scope = 'search:read constructor toString';
  expect(principalOf({ sub: 'ada', scope }, rules)?.scopes).toEqual(['search:read', 'constructor', 'toString']);
});
