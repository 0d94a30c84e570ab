import 'reflect-metadata';
import type { JobSummary } from '@tributary/contracts';
import { eventually, startIdentityProvider, type IdentityProvider } from '@tributary/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oauthOf } from '../access/oauth-options.fixture.js';
import { startApi, TOKEN } from '../http/http-api.fixture.js';
import { OpenStreams } from './open-streams.js';

const RESOURCE = 'https://search.example.org';
const LONG_MS = 24 * 3_600_000;
const job: JobSummary = { id: 'a', queue: 'sync-source', state: 'active', attempts: 1, created_at: '2026-01-01T00:00:00Z' };

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider({ resource: RESOURCE, clients: { ada: { secret: 'secret-of-ada' } } });
});
afterAll(() => provider.stop());

let api: Awaited<ReturnType<typeof startApi>>;
let now: number;
beforeEach(async () => {
  now = Date.now();
  const oauth = oauthOf(provider.issuer, RESOURCE);
  const tokens = { bob: { token: 'the-token-of-bob', scopes: ['search:read'], groups: [], collections: ['*'] } };
  api = await startApi({ allowGuest: true, oauth, tokens, clock: { now: () => now } });
  api.operations.getJob = () => Promise.resolve(job);
});
afterEach(() => api.close());

const open = (headers: Record<string, string>, init: RequestInit = {}) => fetch(`${api.url}/api/jobs/a/events`, { ...init, headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a stream of events goes on as long as what its caller came with counts', () => {
  it('and ends when his token expires', async () => {
    const token = await provider.token('ada', 'search:read');
    const stream = await open(bearer(token));
    now += LONG_MS;
    expect(await stream.text()).toMatch(/^event: job\n(?:.*\n)*event: error\ndata: \{.*"code":"AUTH\.TOKEN_EXPIRED"/);
  });

  it('and ends when his browser is signed out, also where guests are taken', async () => {
    const json = { 'content-type': 'application/json' };
    const signIn = await fetch(`${api.url}/api/session`, { method: 'POST', headers: json, body: JSON.stringify({ token: TOKEN }) });
    const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const stream = await open({ cookie });
    await fetch(`${api.url}/api/session`, { method: 'DELETE', headers: { cookie } });
    now += 5_000;
    expect(await stream.text()).toContain('"code":"AUTH.SESSION_EXPIRED"');
  });

  it('and longer than five seconds', async () => {
    let looks = 0;
    api.operations.getJob = () => Promise.resolve({ ...job, state: (looks += 1) < 3 ? 'active' : 'done' });
    const stream = await open(bearer('the-token-of-bob'));
    now += 60_000;
    expect(await stream.text()).toMatch(/"state":"done".*\n\n$/);
  });
});

it('lets one caller hold 64 streams, refuses more until one has ended, and counts no HEAD', async () => {
  const closing = new AbortController();
  const hold = () => open(bearer('the-token-of-bob'), { signal: closing.signal });
  await open(bearer('the-token-of-bob'), { method: 'HEAD' });
  const held = await Promise.all(Array.from({ length: 64 }, hold));
  expect(held.map(({ status }) => status)).toEqual(Array.from({ length: 64 }, () => 200));
  const refused = await hold();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await refused.json()).toMatchObject({ code: 'LIMIT.STREAMS' });
  expect((await open({ ...bearer(TOKEN) }, { method: 'HEAD' })).status).toBe(200);
  await held[0]?.body?.cancel();
  await eventually(async () => (await hold()).status === 200);
  closing.abort();
});

it('holds 1,024 streams of all callers, and again as many when they have ended', () => {
  const streams = new OpenStreams();
  const openAll = () =>
    Array.from({ length: 1_024 }, (_, n) =>
      streams.open({ subject: (n % 32).toString(), groups: [], scopes: [], collections: [], unrestricted: false }),
    );
  for (let round = 0; round < 2; round += 1) {
    const ends = openAll();
    expect(() => openAll()).toThrow(expect.objectContaining({ code: 'LIMIT.STREAMS', retryAfterMs: 5_000 }));
    for (const end of ends) end();
  }
});
