import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { MIB } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccessBed, tokenOf, type AccessBed } from './access-bed.fixture.js';

const caller = { scopes: ['search:read', 'documents:write'] };
const LINES = 'application/x-ndjson';

let bed: AccessBed;
beforeAll(async () => {
  bed = await openAccessBed({ ada: caller, bob: caller, cyd: caller });
});
afterAll(() => bed.close());

/** What one caller has begun to send. */
interface Begun {
  destroy(): void;
}

/** Begins to send a file of 64 MB and gets no further. Its headers have come to the server; one that is refused, since another body is not let go of yet, is begun anew. */
async function begin(name: string): Promise<Begun> {
  const headers = {
    authorization: `Bearer ${tokenOf(name)}`,
    'content-type': 'application/pdf',
    'content-length': 64 * MIB,
    expect: '100-continue',
  };
  const sent = request(`${bed.url}/api/documents?collection=files&name=a.pdf`, { method: 'POST', headers });
  sent.on('error', () => undefined).flushHeaders();
  let last: Begun = sent;
  const beginAnew = async () => (last = await begin(name));
  sent.once('response', () => void beginAnew().catch(() => undefined));
  await once(sent, 'continue');
  sent.write('%PDF');
  return {
    destroy: () => {
      last.destroy();
    },
  };
}

/** An empty line of two megabytes; with a key it is held as a whole. */
const send = (name: string, key: object = { 'idempotency-key': randomUUID() }) =>
  bed.send(tokenOf(name), '/api/documents', { method: 'POST', body: ' '.repeat(2 * MIB), headers: { 'content-type': LINES, ...key } });
const isRefused = async (name: string) => (await send(name)).status === 429;

it('holds 128 MB of one caller and 256 MB of all at once, and refuses more before it is read', async () => {
  const ofAda = [await begin('ada'), await begin('ada')];
  await eventually(() => isRefused('ada'));
  const refused = await send('ada');
  expect([refused.headers.get('retry-after'), JSON.parse(refused.text)]).toMatchObject(['1', { code: 'LIMIT.BODIES', status: 429 }]);
  // Lines are not held, nor do small bodies need room.
  expect((await send('ada', {})).status).toBe(202);
  expect((await bed.call(tokenOf('ada'), '/api/search', { query: 'room' })).status).toBe(200);
  expect((await send('bob')).status).toBe(202);
  const ofBob = [await begin('bob'), await begin('bob')];
  await eventually(() => isRefused('cyd'));
  for (const sent of ofAda) sent.destroy();
  await eventually(async () => !(await isRefused('ada')) && !(await isRefused('cyd')));
  expect(await isRefused('bob')).toBe(true);
  for (const sent of ofBob) sent.destroy();
});

it('holds no room for a stream of notifications whose question did not say how long it was', async () => {
  const inChunks = (url: string | URL, { body, ...init }: RequestInit = {}) =>
    fetch(url, typeof body === 'string' ? { ...init, body: new Blob([body]).stream(), duplex: 'half' } : { ...init, body: body ?? null });
  const client = new Client({ name: 'test', version: '0.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  try {
    const headers = { authorization: `Bearer ${tokenOf('ada')}` };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', bed.url), { requestInit: { headers }, fetch: inChunks }));
    for (let n = 0; n < 3; n += 1) await client.listen({ resourcesListChanged: true });
    expect((await send('ada')).status).toBe(202);
  } finally {
    await client.close();
  }
});
