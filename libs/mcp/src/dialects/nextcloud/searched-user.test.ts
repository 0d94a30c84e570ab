import { localOwner, type Principal } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { searchedUser } from './searched-user.js';

const guest: Principal = { subject: 'loopback', groups: [], scopes: ['search:read'], collections: ['*'], unrestricted: false };
const ada: Principal = { ...guest, subject: 'user:ada', user_id: 'ada', scopes: ['semantic:read'] };
const only = (user: string) => ({ must: [{ key: 'user_id', match: { value: user } }] });
const nobodys = { must: [{ is_empty: { key: 'user_id' } }] };

describe('who is searched for', () => {
  it('is the caller, whatever the settings say [002-18] [002-19]', () => {
    expect(searchedUser(ada, 'bob')).toMatchObject({
      userId: 'ada',
      filter: only('ada'),
      principal: { user_id: 'ada', unrestricted: false },
    });
  });

  it('is the configured user for the owner and for guests on loopback, nobody in particular where none is', () => {
    for (const local of [guest, localOwner]) {
      expect(searchedUser(local, 'ada')).toMatchObject({ userId: 'ada', filter: only('ada'), principal: { user_id: 'ada' } });
      expect(searchedUser(local, undefined)).toMatchObject({ userId: undefined, filter: nobodys });
    }
  });

  it('is nobody in particular for a token without a user', () => {
    const token = { ...guest, subject: 'token:ci', scopes: ['semantic:read'] };
    expect(searchedUser(token, 'ada')).toMatchObject({ userId: undefined, filter: nobodys });
  });

  it('needs the scope semantic:read [002-20]', () => {
    expect(() => searchedUser({ ...ada, scopes: ['documents:write', 'admin'] }, undefined)).toThrow(
      expect.objectContaining({
        code: 'ACCESS.DENIED',
        message: 'This needs the scope semantic:read or search:read: call with a token that has it.',
      }),
    );
    expect(() => searchedUser({ ...ada, scopes: ['*'] }, undefined)).not.toThrow();
  });

  it('is the caller, too, who has search:read, which means the same', () => {
    expect(searchedUser({ ...ada, scopes: ['search:read'] }, 'bob')).toMatchObject({ userId: 'ada', filter: only('ada') });
  });
});
