import 'reflect-metadata';
import { SessionAnswer } from '@tributary/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startApi, TOKEN } from '../http/http-api.fixture.js';
import { ConsoleSessions } from './console-sessions.js';

let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  api = await startApi({ allowGuest: true });
});
afterEach(() => api.close());

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${api.url}${path}`, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const who = async (cookie?: string) =>
  SessionAnswer.parse(await (await fetch(`${api.url}/api/session`, { headers: cookie === undefined ? {} : { cookie } })).json());

describe('the session of a browser', () => {
  it('begins with a token, lasts over requests, and ends by signing out', async () => {
    expect(await who()).toMatchObject({ signed_in: false, caller: { subject: 'loopback', is_owner: false } });
    const response = await post('/api/session', { token: TOKEN });
    const cookie = cookieOf(response);
    expect(response.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43(?:200|1\d\d)$/);
    expect(await who(cookie)).toMatchObject({ signed_in: true, caller: { is_owner: true } });
    await fetch(`${api.url}/api/session`, { method: 'DELETE', headers: { cookie } });
    expect(await who(cookie)).toMatchObject({ signed_in: false });
  });

  it('is known to its own server alone, whatever else the machine serves', async () => {
    const cookie = cookieOf(await post('/api/session', { token: TOKEN }));
    expect(cookie).toMatch(new RegExp(`^tributary_console_${new URL(api.url).port}=[0-9a-f]{64}$`));
    const other = await startApi({ allowGuest: true });
    const begun = cookieOf(
      await fetch(`${other.url}/api/session`, { method: 'POST', headers: json, body: JSON.stringify({ token: TOKEN }) }),
    );
    await other.close();
    // A browser keeps one value for each name, and sends all to any port.
    expect(begun.split('=')[0]).not.toBe(cookie.split('=')[0]);
    expect(await who(`${begun}; ${cookie}`)).toMatchObject({ signed_in: true });
  });

  it('is known beyond loopback by any port that a proxy names to the replicas', async () => {
    const sessions = new ConsoleSessions();
    const cookie = (await sessions.begin(sessions.recordOf(TOKEN), { host: 'one.internal:3001' })).split(';')[0];
    expect(cookie).toMatch(/^__Host-tributary_console=[0-9a-f]{64}$/);
    for (const host of ['two.internal:3002', 'search.example.org'])
      expect(await sessions.find({ host, cookie })).toMatchObject({ record: { token: TOKEN } });
    for (const host of ['localhost:3001', '127.8.0.1:3001', '[::1]:3001'])
      expect(await sessions.begin(sessions.recordOf(TOKEN), { host })).toMatch(/^tributary_console_3001=/);
  });

  it('lets nobody in without a right token or code', async () => {
    expect((await post('/api/session', { token: 'nonsense' })).status).toBe(401);
    const refused = await post('/api/session', { code: 'nonsense' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('set-cookie')).toBeNull();
    expect(await refused.json()).toMatchObject({ code: 'AUTH.CODE_INVALID' });
    expect(await who(`tributary_console_${new URL(api.url).port}=${'0'.repeat(64)}`)).toMatchObject({ signed_in: false });
  });

  it('changes nothing for a request that does not say which page it is from', async () => {
    const cookie = cookieOf(await post('/api/session', { token: TOKEN }));
    const refused = await post('/api/search', { query: 'a' }, { cookie });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'ORIGIN.REQUIRED' });
    expect((await post('/api/search', { query: 'a' }, { cookie, origin: api.url })).status).toBe(200);
  });

  it('is no one where the server asks everybody for a token', async () => {
    await api.close();
    api = await startApi({ allowGuest: false });
    expect(await who()).toEqual({ signed_in: false, needs_token: true });
  });
});

describe('the link of the start', () => {
  it('signs in once, and not after twelve hours', async () => {
    let now = 0;
    const sessions = new ConsoleSessions({ clock: { now: () => now } });
    const code = await sessions.issueCode(TOKEN);
    expect(await sessions.redeem(code)).toBe(TOKEN);
    await expect(sessions.redeem(code)).rejects.toThrow(/used before or has expired/);
    const late = await sessions.issueCode(TOKEN);
    now = 12 * 3_600_000;
    await expect(sessions.redeem(late)).rejects.toThrow(/used before or has expired/);
  });
});
