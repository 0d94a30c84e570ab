import { expect, it } from 'vitest';
import { locationOf, userOf, whyNoUser } from './user-location.js';

const CLOUD = 'https://cloud.example';

it.each(['ada', 'Ada Lovelace', "o'neil", 'max@firma.de', 'a_b.c-d', 'jürgen', 'auth0|5f7c', 'a#b', '100%', 'x'.repeat(256)])(
  'takes %j as a user, by his name and by the location of his notes',
  (user) => {
    expect(whyNoUser(user)).toBeUndefined();
    expect([userOf(user), userOf(locationOf(CLOUD, user))]).toEqual([user, user]);
  },
);

it.each(['', ' ', ' ada', 'ada ', 'a/b', 'a:b', 'a\nb', 'a\u0000b', 'a\u2028b', '\u00a0ada', 'x'.repeat(257)])(
  'takes %j as nobody, and says why',
  (user) => {
    expect(whyNoUser(user)).toMatch(/^it /);
    expect([userOf(user), userOf(locationOf(CLOUD, user))]).toEqual([undefined, undefined]);
  },
);

it('takes an address without a user, and one that is not encoded, as nobody', () => {
  expect([userOf(CLOUD), userOf(`${CLOUD}/#%E0%A4%A`)]).toEqual([undefined, undefined]);
});
