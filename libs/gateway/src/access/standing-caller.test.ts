import type { Principal } from '@tributary/contracts';
import { permanent, retryable } from '@tributary/kernel';
import { beforeEach, expect, it } from 'vitest';
import { standingCaller } from './standing-caller.js';

const ada: Principal = { subject: 'ada', groups: [], scopes: [], collections: ['*'], unrestricted: false };
const AWAY = retryable('AUTH.ISSUER_UNAVAILABLE', 'The issuer does not answer.');

let now: number;
let looks: number;
let found: Principal | Error;
let ask: () => Promise<Principal>;
beforeEach(() => {
  [now, looks, found] = [1_000_000, 0, ada];
  const authenticate = () => {
    looks += 1;
    return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
  };
  ask = standingCaller({ principal: ada, authenticate, clock: { now: () => now } });
});

const after = (ms: number) => {
  now += ms;
  return ask();
};

it('stays who he was for a minute while nobody can tell, who is asked every five seconds', async () => {
  found = AWAY;
  expect(await after(120_000)).toBe(ada);
  for (let second = 1; second < 60; second += 1) expect(await after(1_000)).toBe(ada);
  expect(looks).toBe(12);
  await expect(after(1_000)).rejects.toBe(AWAY);
});

it('has the whole minute again once somebody could tell', async () => {
  const less = { ...ada, collections: ['notes'] };
  for (const answer of [AWAY, less, AWAY]) {
    found = answer;
    await after(40_000);
  }
  expect(await ask()).toBe(less);
});

it('ends at once where what he came with counts no longer, and where he is another one', async () => {
  found = permanent('AUTH.TOKEN_EXPIRED', 'The token has expired.', { category: 'unauthenticated' });
  await expect(after(5_000)).rejects.toBe(found);
  found = { ...ada, subject: 'loopback' };
  await expect(after(5_000)).rejects.toMatchObject({ code: 'AUTH.SESSION_EXPIRED' });
});
