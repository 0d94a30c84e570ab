import 'reflect-metadata';
import { Problem, SessionAnswer, SignOutAnswer } from '@tributary/contracts';
import { CookieBrowser, freePort, startIdentityProvider, type IdentityProvider } from '@tributary/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLAIM_RULES } from '../access/oauth-options.fixture.js';
import { startApi } from '../http/http-api.fixture.js';
import { MemorySessionStore } from './memory-session-store.js';

const RESOURCE = 'https://search.example.org';
const store = new MemorySessionStore();
let tokenSeconds = 600;
let laterMs = 0;
let provider: IdentityProvider;
let api: Awaited<ReturnType<typeof startApi>>;
let replica: typeof api;
let browser: CookieBrowser;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port.toString()}`;
  const client = { id: 'tributary', secret: 'secret of the client', redirectUri: `${url}/api/session/callback` };
  provider = await startIdentityProvider({ resource: RESOURCE, clients: {}, browsers: { ...client, tokenSeconds: () => tokenSeconds } });
  api = await start(url, client.secret, port);
  replica = await start(url, client.secret);
});
afterAll(() => Promise.all([api.close(), replica.close(), provider.stop()]));
beforeEach(() => {
  [browser, tokenSeconds, laterMs] = [new CookieBrowser(), 600, 0];
  provider.fail(false);
});

function start(url: string, clientSecret: string, port = 0) {
  const scopes = ['openid', 'search:read', 'documents:write'];
  return startApi({
    allowGuest: false,
    port,
    store,
    clock: { now: () => Date.now() + laterMs },
    oauth: {
      issuer: provider.issuer,
      resource: RESOURCE,
      audience: [],
      ...CLAIM_RULES,
      console: { clientId: 'tributary', clientSecret, url, scopes },
    },
  });
}

const entrance = (query = '') => `${api.url}/api/session/sign-in${query}`;
const come = async (user: string, query = '') => browser.go(await browser.signInAs(user, entrance(query)));
const who = async (at = api.url) => SessionAnswer.parse(await (await browser.go(`${at}/api/session`)).json());
const list = () => browser.go(`${api.url}/api/collections`);
const problemOf = async (response: Response) => Problem.parse(await response.json());
const failureOf = (response: Response) => new URL(response.headers.get('location') ?? '', api.url).searchParams.get('failed');
const portOf = (url: string) => new URL(url).port;
const cookieHeader = (at = api.url) => browser.cookies(api.url, at);

describe('a browser that signs in at the issuer', () => {
  it('is the user, goes on where it was, and gets no token', async () => {
    expect(await who()).toEqual({ signed_in: false, sign_in: { issuer: provider.issuer, url: entrance() } });
    const back = await come('ada', '?next=%2Fplayground%3Fq%3Dtides');
    expect([back.status, back.headers.get('location'), back.headers.get('cache-control')]).toEqual([
      303,
      '/playground?q=tides',
      'no-store',
    ]);
    const [session, forgotten] = back.headers.getSetCookie().toSorted();
    const port = portOf(api.url);
    expect(session).toMatch(new RegExp(`^tributary_console_${port}=[0-9a-f]{64}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43\\d{3}$`));
    expect(forgotten).toBe(`tributary_sign_in_${port}=; Path=/api/session; HttpOnly; SameSite=Lax; Max-Age=0`);
    const caller = { subject: 'user:ada', user_id: 'ada', scopes: ['search:read', 'documents:write'], is_owner: false };
    expect(await who()).toMatchObject({ signed_in: true, caller });
    expect((await list()).status).toBe(200);
    expect(cookieHeader()).toMatch(new RegExp(`^tributary_console_${port}=[0-9a-f]{64}$`));
  });

  it('asks with PKCE, a state and a nonce of its own each time, for the redirect address that is configured', async () => {
    const asked = await Promise.all([1, 2].map(async () => new URL((await browser.go(entrance())).headers.get('location') ?? '')));
    for (const { origin, searchParams } of asked) {
      expect(origin).toBe(provider.issuer);
      expect(Object.fromEntries(searchParams)).toMatchObject({
        response_type: 'code',
        client_id: 'tributary',
        redirect_uri: `${api.url}/api/session/callback`,
        scope: 'openid search:read documents:write',
        resource: RESOURCE,
        code_challenge_method: 'S256',
      });
    }
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const [one = '', other] = asked.map(({ searchParams }) => searchParams.get(name) ?? '');
      expect(one).toMatch(/^[\w-]{43}$/);
      expect(other).not.toBe(one);
    }
  });

  it('is sent to screens of the console alone, wherever it asks to go', async () => {
    const away = [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '/%2f/evil.example',
      '/api/session',
      'javascript:alert(1)',
      '/\t/evil',
      '/sign-in?failed=x',
      `/playground?q=${'a'.repeat(5000)}`,
    ];
    for (const next of away) {
      const back = await come('ada', `?${new URLSearchParams({ next }).toString()}`);
      expect([next, back.headers.get('location')]).toEqual([next, '/']);
    }
  });

  it('is asked for another account where it wants one', async () => {
    const promptOf = async (query: string) =>
      new URL((await browser.go(entrance(query))).headers.get('location') ?? '').searchParams.get('prompt');
    expect([await promptOf(''), await promptOf('?another=1')]).toEqual([null, 'login']);
  });
});

describe('what came back from the issuer counts', () => {
  it('not under a wrong state, and not in a browser that did not begin', async () => {
    const callback = new URL(await browser.signInAs('ada', entrance()));
    const stranger = new CookieBrowser();
    expect(failureOf(await stranger.go(callback.href))).toBe('SIGN_IN.NOT_BEGUN');
    callback.searchParams.set('state', 'A'.repeat(43));
    const refused = await browser.go(callback.href);
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/sign-in?failed=SIGN_IN.NOT_BEGUN&next=%2F']);
    expect(await who()).toMatchObject({ signed_in: false });
  });

  it('once', async () => {
    const callback = await browser.signInAs('ada', entrance());
    const thief = browser.copy();
    await browser.go(callback);
    expect(await who()).toMatchObject({ signed_in: true });
    expect(failureOf(await browser.go(callback))).toBe('SIGN_IN.NOT_BEGUN');
    expect(failureOf(await thief.go(callback))).toBe('SIGN_IN.EXPIRED');
    expect(thief.cookies(api.url)).toBe('');
  });

  it('not with the code of another browser’s sign-in', async () => {
    const ofBob = new URL(await new CookieBrowser().signInAs('bob', entrance()));
    const callback = new URL(await browser.signInAs('ada', entrance()));
    callback.searchParams.set('code', ofBob.searchParams.get('code') ?? '');
    expect(failureOf(await browser.go(callback.href))).toBe('SIGN_IN.EXPIRED');
    expect(await who()).toMatchObject({ signed_in: false });
  });

  it('not in the name of another issuer', async () => {
    const callback = new URL(await browser.signInAs('ada', entrance()));
    callback.searchParams.set('iss', 'https://evil.example');
    expect(failureOf(await browser.go(callback.href))).toBe('SIGN_IN.NOT_BEGUN');
    const nameless = new URL(await browser.signInAs('ada', entrance()));
    nameless.searchParams.delete('iss');
    expect(failureOf(await browser.go(nameless.href))).toBe('SIGN_IN.NOT_BEGUN');
  });

  it('as a refusal, an outage or a fault of the configuration, each by its code', async () => {
    const begun = new URL((await browser.go(entrance())).headers.get('location') ?? '');
    const state = begun.searchParams.get('state') ?? '';
    const answer = (query: object) =>
      `${api.url}/api/session/callback?${new URLSearchParams({ state, iss: provider.issuer, ...query }).toString()}`;
    const failures = ['access_denied', 'temporarily_unavailable', 'invalid_scope', '<b>no code</b>'].map((error) =>
      browser.copy().go(answer({ error })),
    );
    expect((await Promise.all(failures)).map(failureOf)).toEqual([
      'SIGN_IN.REFUSED',
      'AUTH.ISSUER_UNAVAILABLE',
      'SIGN_IN.MISCONFIGURED',
      'SIGN_IN.MISCONFIGURED',
    ]);
    expect(JSON.stringify(api.reported.map(String))).not.toContain('<b>');
    const callback = await browser.signInAs('ada', entrance('?next=%2Fsources'));
    provider.fail(true);
    const down = await browser.go(callback);
    expect(down.headers.get('location')).toBe('/sign-in?failed=AUTH.ISSUER_UNAVAILABLE&next=%2Fsources');
  });

  it('never where the client’s secret is wrong, and the log says what the issuer answered', async () => {
    const wrong = await start(api.url, 'wrong');
    const callback = await browser.signInAs('ada', entrance());
    const refused = await fetch(callback.replace(api.url, wrong.url), { redirect: 'manual', headers: { cookie: cookieHeader(wrong.url) } });
    expect(failureOf(refused)).toBe('SIGN_IN.MISCONFIGURED');
    expect(String(wrong.reported[0])).toContain('invalid_client');
    await wrong.close();
  });
});

describe('the session of a user', () => {
  it('counts in every replica, and nowhere after signing out in one', async () => {
    await come('ada');
    const cookies = new Map([api.url, replica.url].map((url) => [url, cookieHeader(url)]));
    const headersAt = (url: string) => ({ cookie: cookies.get(url) ?? '' });
    const at = async (url: string) => SessionAnswer.parse(await (await fetch(`${url}/api/session`, { headers: headersAt(url) })).json());
    expect((await at(replica.url)).caller?.user_id).toBe('ada');
    const out = await fetch(`${replica.url}/api/session`, { method: 'DELETE', headers: headersAt(replica.url) });
    const ended = `tributary_console_${portOf(replica.url)}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;
    expect(out.headers.get('set-cookie')).toBe(ended);
    expect(SignOutAnswer.parse(await out.json()).issuer_sign_out).toBe(`${provider.issuer}/session/end?client_id=tributary`);
    expect(await at(api.url)).toMatchObject({ signed_in: false });
    expect((await problemOf(await list())).code).toBe('AUTH.SESSION_EXPIRED');
  });

  it('is nobody’s under a cookie that was tampered with', async () => {
    await come('ada');
    const [name = '', id = ''] = cookieHeader().split('=');
    const forged = [id.replace(/^./, (first) => (first === '0' ? '1' : '0')), id.toUpperCase(), id.slice(1), `${id}0`, ''];
    for (const cookie of forged) {
      const answer = await fetch(`${api.url}/api/session`, { headers: { cookie: `${name}=${cookie}` } });
      expect(await answer.json()).toMatchObject({ signed_in: false });
    }
  });

  it('is renewed when the token has expired, once for all who ask at once, in whichever replica', async () => {
    await come('ada');
    [laterMs, tokenSeconds] = [700_000, 6000];
    const before = provider.tokenRequests();
    const asked = [api, replica, api, replica].map(({ url }) =>
      fetch(`${url}/api/collections`, { headers: { cookie: cookieHeader(url) } }),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(provider.tokenRequests()).toBe(before + 1);
  });

  it('lasts over an outage of the issuer, and ends when the issuer no longer knows the user', async () => {
    await come('carol');
    [laterMs, tokenSeconds] = [700_000, 6000];
    provider.fail(true);
    const away = await list();
    expect([away.status, (await problemOf(away)).code]).toEqual([503, 'AUTH.ISSUER_UNAVAILABLE']);
    provider.fail(false);
    provider.ban('carol');
    expect((await problemOf(await list())).code).toBe('AUTH.SESSION_EXPIRED');
    expect(await who()).toMatchObject({ signed_in: false });
  });

  it('ends after twelve hours, however often it was renewed', async () => {
    await come('ada');
    [laterMs, tokenSeconds] = [12 * 3_600_000, 100_000];
    expect((await problemOf(await list())).code).toBe('AUTH.SESSION_EXPIRED');
  });

  it('changes nothing for a request that does not say which page it is from', async () => {
    await come('ada');
    const search = (headers: Record<string, string>) =>
      browser.go(`${api.url}/api/search`, {
        method: 'POST',
        body: '{"query":"a"}',
        headers: { 'content-type': 'application/json', ...headers },
      });
    expect((await problemOf(await search({}))).code).toBe('ORIGIN.REQUIRED');
    expect((await search({ origin: api.url })).status).toBe(200);
  });
});
