import { localOwner } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { issuersToken } from './issuers-token.js';

it('hands on the token of a user of an issuer, and never the owner’s or a configured one', () => {
  expect(issuersToken({ subject: 'user:ada' }, 'Bearer abc.def.ghi')).toBe('abc.def.ghi');
  for (const subject of [localOwner.subject, 'token:ci', 'loopback']) expect(issuersToken({ subject }, 'Bearer secret')).toBeUndefined();
  expect(issuersToken({ subject: 'user:ada' }, undefined)).toBeUndefined();
});
