import 'reflect-metadata';
import { Problem, type Operations } from '@tributary/contracts';
import { startIdentityProvider, type IdentityProvider } from '@tributary/testing';
import { SignJWT, UnsecuredJWT, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../http/http-api.fixture.js';
import { IssuerTokens } from './issuer-tokens.js';
import { decodedPath } from './protected-resource.js';
import { requireScope } from './scopes.js';
import { oauthOf } from './oauth-options.fixture.js';

const RESOURCE = 'https://search.example.org';
const clients = { ada: { secret: 'secret-of-ada', groups: ['staff'] }, bob: { secret: 'secret-of-bob' } };

let provider: IdentityProvider;
let stranger: IdentityProvider;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  [provider, stranger] = await Promise.all([
    startIdentityProvider({ resource: RESOURCE, clients }),
    startIdentityProvider({ resource: RESOURCE, clients }),
  ]);
  api = await startApi({ allowGuest: false, oauth: { ...oauthOf(provider.issuer, RESOURCE), keyPauseMs: 0 } });
});
afterAll(() => Promise.all([api.close(), provider.stop(), stranger.stop()]));

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly body?: object;
}

async function ask(token: string | undefined, { path = '/api/collections', method = 'GET', body }: Asked = {}) {
  const response = await fetch(api.url + path, {
    method,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, challenge: response.headers.get('www-authenticate'), answer };
}

const now = () => Math.floor(Date.now() / 1000);
const claims = (over: object = {}) => ({
  iss: provider.issuer,
  sub: 'ada',
  aud: RESOURCE,
  scope: 'search:read',
  iat: now(),
  exp: now() + 60,
  ...over,
});

describe('a token of the issuer', () => {
  it('opens the API, as the user, with the groups and the scopes it names', async () => {
    const seen: unknown[] = [];
    const operations: Operations = api.operations;
    const list = operations.listCollections.bind(operations);
    operations.listCollections = (context) => {
      seen.push(context.principal);
      return list(context);
    };
    expect((await ask(await provider.token('ada', 'search:read documents:write'))).status).toBe(200);
    operations.listCollections = list;
    expect(seen).toEqual([
      {
        subject: 'user:ada',
        user_id: 'ada',
        groups: ['staff'],
        scopes: ['search:read', 'documents:write'],
        collections: ['*'],
        unrestricted: false,
      },
    ]);
  });

  it('may be made for an address below the server’s, and for nothing beside it', async () => {
    const statusFor = async (resource: string) => (await ask(await provider.token('ada', 'search:read', resource))).status;
    expect(await statusFor(`${RESOURCE}/mcp`)).toBe(200);
    expect(await statusFor(`${RESOURCE}/mcp/qdrant`)).toBe(200);
    expect(await statusFor('https://search.example.org.evil.example')).toBe(401);
    expect(await statusFor('https://other.example.org')).toBe(401);
  });

  it.each([
    ['expired', () => provider.sign(claims({ exp: now() - 60 })), 'AUTH.TOKEN_EXPIRED', /expired/],
    ['not yet valid', () => provider.sign(claims({ nbf: now() + 600 })), 'AUTH.TOKEN_INVALID', /nbf/],
    ['without an end', () => provider.sign({ ...claims(), exp: undefined }), 'AUTH.TOKEN_INVALID', /exp/],
    ['without an audience', () => provider.sign({ ...claims(), aud: undefined }), 'AUTH.TOKEN_INVALID', /aud/],
    ['for another audience', () => provider.sign(claims({ aud: ['https://other.example.org'] })), 'AUTH.TOKEN_INVALID', /audience/],
    ['of nobody', () => provider.sign({ ...claims(), sub: undefined }), 'AUTH.TOKEN_INVALID', /claim sub/],
    ['of another issuer', () => stranger.sign(claims({ iss: stranger.issuer })), 'AUTH.TOKEN_INVALID', /key|issuer/],
    [
      'that names another issuer under the right key',
      () => provider.sign(claims({ iss: stranger.issuer })),
      'AUTH.TOKEN_INVALID',
      /issuer/,
    ],
    ['signed by a key the issuer does not have', () => stranger.sign(claims()), 'AUTH.TOKEN_INVALID', /knows no such key/],
    ['unsigned (alg none)', () => Promise.resolve(new UnsecuredJWT(claims()).encode()), 'AUTH.TOKEN_INVALID', /signed|malformed/],
    ['signed with the public key as a shared secret', () => hmacByPublicKey(), 'AUTH.TOKEN_INVALID', /signed/],
    ['signed by another key under the issuer’s name of it', () => byForeignKey(), 'AUTH.TOKEN_INVALID', /signature/],
    ['that is malformed', () => Promise.resolve('bm8.bm8.bm8'), 'AUTH.TOKEN_INVALID', /malformed/],
    ['that is no token', () => Promise.resolve('a.b'), 'AUTH.TOKEN_INVALID', /not valid/],
  ])('%s is refused with 401, the reason and the address of the metadata', async (...[, make, code, reason]) => {
    const { status, challenge, answer } = await ask(await make());
    const problem = Problem.parse(answer);
    expect([status, problem.status, problem.code]).toEqual([401, 401, code]);
    expect(problem.detail).toMatch(reason);
    expect(challenge).toMatch(/^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="/);
  });

  it('that was tampered with is refused', async () => {
    const [head = '', , signature = ''] = (await provider.token('ada', 'search:read')).split('.');
    const forged = Buffer.from(JSON.stringify(claims({ sub: 'bob', scope: 'admin' }))).toString('base64url');
    expect(Problem.parse((await ask(`${head}.${forged}.${signature}`)).answer).detail).toContain('its signature is wrong');
  });

  it('without the scope that is needed is answered 403 with the scope that would do', async () => {
    const operations: Operations = api.operations;
    const store = operations.store.bind(operations);
    operations.store = (input, context) => {
      requireScope(context.principal, 'documents:write');
      return store(input, context);
    };
    const { status, challenge, answer } = await ask(await provider.token('ada', 'search:read'), {
      path: '/api/store',
      method: 'POST',
      body: { text: 'a text', collection: 'notes' },
    });
    expect([status, answer]).toEqual([403, expect.objectContaining({ code: 'ACCESS.DENIED' })]);
    expect(challenge).toMatch(
      /^Bearer error="insufficient_scope", scope="documents:write", .*resource_metadata="https:\/\/search\.example\.org\//,
    );
  });
});

async function hmacByPublicKey(): Promise<string> {
  const secret = new TextEncoder().encode(JSON.stringify(provider.publicKey()));
  return await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: provider.publicKey().kid ?? '' }).sign(secret);
}

async function byForeignKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  return await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: provider.publicKey().kid ?? '' }).sign(privateKey);
}

describe('who comes without a token', () => {
  it('learns from the challenge where the metadata is, and from it who issues tokens', async () => {
    const { status, challenge } = await ask(undefined);
    expect(status).toBe(401);
    expect(challenge).toBe(`Bearer scope="search:read", resource_metadata="${RESOURCE}/.well-known/oauth-protected-resource/api"`);
    for (const path of ['', '/api', '/mcp', '/mcp/qdrant,nextcloud']) {
      const response = await fetch(`${api.url}/.well-known/oauth-protected-resource${path}`);
      expect(await response.json()).toEqual({
        resource: RESOURCE + path,
        authorization_servers: [provider.issuer],
        scopes_supported: ['search:read', 'documents:write', 'admin'],
        bearer_methods_supported: ['header'],
        resource_name: 'Tributary',
      });
    }
    const encoded = await fetch(`${api.url}/.well-known/oauth-protected-resource/mcp/notes%2Cqdrant?x=1`);
    expect(await encoded.json()).toMatchObject({ resource: `${RESOURCE}/mcp/notes,qdrant` });
    expect(decodedPath('/mcp/%zz?x=1')).toBe('/mcp/%zz');
    for (const malformed of ['/mcp/%', '/mcp/%E0%A4', '/%zz'])
      expect([400, 404]).toContain((await fetch(`${api.url}/.well-known/oauth-protected-resource${malformed}`)).status);
    expect((await fetch(`${api.url}/.well-known/oauth-protected-resource/elsewhere`)).status).toBe(404);
  });
});

describe('a server below a path of its host', () => {
  it('has its metadata where RFC 9728 looks for it, and says the address that the client asked', async () => {
    const resource = `${RESOURCE}/team`;
    const below = await startApi({ allowGuest: false, oauth: oauthOf(provider.issuer, resource) });
    try {
      const challenge = (await fetch(`${below.url}/api/collections`)).headers.get('www-authenticate');
      expect(challenge).toContain(`resource_metadata="${RESOURCE}/.well-known/oauth-protected-resource/team/api"`);
      for (const path of ['', '/mcp', '/mcp/qdrant,nextcloud'])
        for (const prefix of ['/team', ''])
          expect([
            prefix + path,
            await (await fetch(`${below.url}/.well-known/oauth-protected-resource${prefix}${path}`)).json(),
          ]).toMatchObject([prefix + path, { resource: resource + path }]);
      for (const path of ['/elsewhere/mcp', '/teams', '/team/team/mcp'])
        expect((await fetch(`${below.url}/.well-known/oauth-protected-resource${path}`)).status).toBe(404);
    } finally {
      await below.close();
    }
  });
});

describe('the issuer’s keys', () => {
  it('are asked for once, and again when a token names a new one', async () => {
    const old = await provider.token('ada', 'search:read');
    expect((await ask(old)).status).toBe(200);
    const before = provider.keyRequests();
    expect((await ask(await provider.token('bob', 'search:read'))).status).toBe(200);
    expect(provider.keyRequests()).toBe(before);
    await provider.rotate();
    expect((await ask(await provider.token('ada', 'search:read'))).status).toBe(200);
    expect(provider.keyRequests()).toBe(before + 1);
    expect((await ask(old)).answer).toMatchObject({ code: 'AUTH.TOKEN_INVALID' });
  });

  it('that cannot be had are an outage of the issuer, not a fault of the token, and pass', async () => {
    const token = await provider.token('ada', 'search:read');
    const other = await startApi({ allowGuest: false, oauth: { ...oauthOf(provider.issuer, RESOURCE), keyPauseMs: 0 } });
    const status = async () => (await fetch(`${other.url}/api/collections`, { headers: { authorization: `Bearer ${token}` } })).status;
    provider.fail(true);
    const response = await fetch(`${other.url}/api/collections`, { headers: { authorization: `Bearer ${token}` } });
    expect([response.status, response.headers.get('retry-after'), response.headers.get('www-authenticate')]).toEqual([503, '5', null]);
    const { code, detail } = Problem.parse(await response.json());
    expect(code).toBe('AUTH.ISSUER_UNAVAILABLE');
    expect(detail).toContain(provider.issuer);
    provider.fail(false);
    expect(await status()).toBe(200);
    await other.close();
  });
});

describe('an ID token', () => {
  const verify = (over: object) => async () => {
    const tokens = new IssuerTokens({ ...oauthOf(provider.issuer, RESOURCE), keyPauseMs: 0 });
    await tokens.verifyIdToken(await provider.sign(claims({ aud: 'tributary', ...over })), {
      clientId: 'tributary',
      nonce: 'of this sign-in',
    });
  };

  it.each([
    ['of another sign-in', { nonce: 'of another' }, /nonce/],
    ['without a nonce', {}, /nonce/],
    ['for another client', { nonce: 'of this sign-in', aud: 'other' }, /aud/],
    [
      'for several clients that another asked for',
      { nonce: 'of this sign-in', aud: ['tributary', 'other'], azp: 'other' },
      /another client/,
    ],
    ['that has expired', { nonce: 'of this sign-in', exp: now() - 60 }, /expired/],
  ])('%s does not count', async (...[, over, reason]) => {
    await expect(verify(over)()).rejects.toThrow(reason);
  });

  it('of this sign-in counts', async () => {
    await expect(verify({ nonce: 'of this sign-in' })()).resolves.toBeUndefined();
  });
});
