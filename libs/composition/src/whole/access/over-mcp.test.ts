import { startIdentityProvider, type IdentityProvider } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccessBed, tokenOf, type AccessBed } from './access-bed.fixture.js';

const RESOURCE = 'https://search.example.org';
const READER = tokenOf('reader');

let provider: IdentityProvider;
let bed: AccessBed;

beforeAll(async () => {
  provider = await startIdentityProvider({ resource: `${RESOURCE}/mcp`, clients: { ada: { secret: 'secret-of-ada' } } });
  const callers = { reader: { scopes: ['search:read'] }, busy: { scopes: ['search:read'] } };
  bed = await openAccessBed(callers, [
    { path: ['access', 'oauth'], value: { issuer: provider.issuer, resource: RESOURCE }, flag: 'access.oauth' },
    { path: ['access', 'limits'], value: { searchesPerSecond: 0.1, searchBurst: 10 }, flag: 'access.limits' },
  ]);
});
afterAll(async () => {
  await bed.close();
  await provider.stop();
});

const storing = { name: 'store', arguments: { text: 'A lantern hangs in the porch.', collection: 'notes' } };
const searching = { name: 'search', arguments: { query: 'lantern in the porch' } };

/** A request of the revision 2026-07-28: self-contained, its headers say what it is. */
function modern(
  token: string,
  method: string,
  { params = {}, headers = {}, path = '/mcp' }: { params?: object; headers?: Readonly<Record<string, string>>; path?: string } = {},
) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return bed.send(token, path, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...headers,
    },
  });
}

describe('MCP with tokens of an issuer', () => {
  it.each(['/mcp', '/mcp/native', '/mcp/qdrant,native'])('on %s asks who comes without one, and names its metadata', async (path) => {
    const refused = await modern('', 'tools/list', { path });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer scope="search:read", resource_metadata="${RESOURCE}/.well-known/oauth-protected-resource${path}"`,
    );
    const metadata = await bed.call('', `/.well-known/oauth-protected-resource${path}`);
    expect(JSON.parse(metadata.text)).toMatchObject({ resource: RESOURCE + path, authorization_servers: [provider.issuer] });
    expect((await modern('no.such.token', 'tools/list', { path })).headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('lets the user do what the scopes of his token say, in both revisions', async () => {
    const token = await provider.token('ada', 'search:read documents:write');
    const stored = await bed.mcp(token, 'tools/call', storing);
    expect([stored.status, stored.text.includes('"isError":true')]).toEqual([200, false]);
    const found = await modern(token, 'tools/call', { params: searching, headers: { 'mcp-name': 'search' } });
    expect([found.status, found.text.includes('lantern')]).toEqual([200, true]);
    // What she stored is hers: the reader, who is nobody in particular, does not find it.
    expect((await bed.mcp(READER, 'tools/call', searching)).text).not.toContain('hangs');
  });

  it('answers a tool whose scope is missing with 403 and that scope, so that the client can ask for it', async () => {
    const token = await provider.token('ada', 'search:read');
    for (const refused of [
      await bed.mcp(token, 'tools/call', storing),
      await modern(token, 'tools/call', { params: storing, headers: { 'mcp-name': 'store' } }),
      await bed.mcp(READER, 'tools/call', storing),
    ]) {
      expect(refused.status).toBe(403);
      expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_scope", scope="documents:write", /);
    }
    expect((await bed.mcp(token, 'tools/call', searching)).status).toBe(200);
    const none = await provider.token('ada', 'admin');
    expect((await bed.mcp(none, 'resources/read', { uri: 'tributary://notes' })).status).toBe(403);
    expect((await bed.mcp(none, 'tools/list')).status).toBe(200);
  });
});

describe('a request of 2026-07-28 whose headers disagree with its body', () => {
  it.each([
    ['the method', { 'mcp-method': 'tools/list', 'mcp-name': 'search' }],
    ['the name of the tool', { 'mcp-name': 'store' }],
    ['the revision', { 'mcp-protocol-version': '2025-11-25', 'mcp-name': 'search' }],
  ])('in %s is refused before it is taken up', async (_what, headers) => {
    const { status, text } = await modern(READER, 'tools/call', { params: searching, headers });
    expect([status, text]).toEqual([400, expect.stringMatching(/-3\d{4}/)]);
  });
});

describe('who calls under another name or from another page', () => {
  it('is refused on the API and on MCP alike, token or not', async () => {
    for (const path of ['/api/collections', '/mcp', '/.well-known/oauth-protected-resource']) {
      const foreign = await bed.send(READER, path, { headers: { origin: 'https://evil.example' } });
      expect([foreign.status, foreign.text.includes('ORIGIN.REFUSED')]).toEqual([403, true]);
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    }
    const preflight = await bed.send('', '/api/search', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(403);
    const own = await bed.send(READER, '/api/collections', { headers: { origin: bed.url } });
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});

describe('a token that asks for more than it may', () => {
  it('is answered 429 with the time to wait, and the owner is not held up by it', async () => {
    const ask = (token: string) => bed.call(token, '/api/search', { query: 'lantern' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(tokenOf('busy'))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.text).toContain('LIMIT.SEARCHES');
    expect((await bed.mcp(tokenOf('busy'), 'tools/call', searching)).text).toContain('LIMIT.SEARCHES');
    expect((await ask(bed.owner)).status).toBe(200);
  });
});
