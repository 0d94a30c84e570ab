import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

/** Somebody who may ask the provider for tokens, and what they say of him. */
interface IdentityClient {
  readonly secret: string;
  readonly groups?: readonly string[];
}

export interface IdentityProviderOptions {
  /** Address of the server that the tokens are for. */
  readonly resource: string;
  /** By id, which becomes the subject of their tokens. */
  readonly clients: Readonly<Record<string, IdentityClient>>;
  /** A client whose users sign in by their browser, with any name and password. */
  readonly browsers?: BrowserClient;
}

interface BrowserClient {
  readonly id: string;
  /** Left out: a public client. */
  readonly secret?: string;
  readonly redirectUri: string;
  /** How long an access token that is made now counts; 600 unless said otherwise. */
  readonly tokenSeconds?: () => number;
}

/** A real OpenID provider on a free loopback port, whose private key the test knows. */
export interface IdentityProvider {
  readonly issuer: string;
  /** A token as the provider issues it. @param scope words; @param resource for which it asks */
  token(client: string, scope: string, resource?: string): Promise<string>;
  /** A token with the provider’s key over any claims: what it would never issue. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** The public key, as the provider hands it out. */
  readonly publicKey: () => JWK;
  /** Requests for the keys so far. */
  readonly keyRequests: () => number;
  /** Requests for tokens so far. */
  readonly tokenRequests: () => number;
  /** A new key; the old one is forgotten. */
  rotate(): Promise<void>;
  /** Knows that user no longer: he gets no token, by a refresh token neither. */
  ban(user: string): void;
  /** Answers nothing but 500 until it is called again. */
  fail(isDown: boolean): void;
  stop(): Promise<void>;
}

interface Key {
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

let made = 0;

/** Starts one. Tokens are signed JWTs, got by the client’s credentials. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  let handle: Handle | undefined;
  let isDown = false;
  const asked = new Map<string, number>();
  const banned = new Set<string>();
  const findAccount = (_context: unknown, user: string) =>
    banned.has(user) ? undefined : { accountId: user, claims: () => ({ sub: user }) };
  const server = createServer((request, response) => {
    asked.set(request.url ?? '', (asked.get(request.url ?? '') ?? 0) + 1);
    if (isDown || handle === undefined) response.writeHead(500).end();
    else void handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port.toString() : ''}`;
  let key = await makeKey();
  // Loaded here: it takes longer than most tests, and nearly all of them load this library.
  const { Provider: OpenIdProvider } = await import('oidc-provider');
  const handleWith = (one: Key) => new OpenIdProvider(issuer, { ...configurationOf(one, options), findAccount }).callback();
  handle = handleWith(key);
  return {
    issuer,
    token: (client, scope, resource = options.resource) =>
      askForToken(issuer, { client, scope, resource, secret: options.clients[client]?.secret ?? '' }),
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.publicJwk.kid ?? '', typ: 'at+jwt' }).sign(key.privateKey),
    publicKey: () => key.publicJwk,
    keyRequests: () => asked.get('/jwks') ?? 0,
    tokenRequests: () => asked.get('/token') ?? 0,
    rotate: async () => {
      key = await makeKey();
      handle = handleWith(key);
    },
    ban: (user) => {
      banned.add(user);
    },
    fail: (down) => {
      isDown = down;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function makeKey(): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  made += 1;
  const named = { kid: `key-${made.toString()}`, alg: 'RS256', use: 'sig' };
  return {
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), ...named },
    privateJwk: { ...(await exportJWK(privateKey)), ...named },
  };
}

const SCOPE = 'search:read documents:write admin';

function configurationOf({ privateJwk }: Key, { resource, clients, browsers }: IdentityProviderOptions): Readonly<Record<string, unknown>> {
  const server = { scope: SCOPE, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } };
  const machines = Object.entries(clients).map(([id, { secret }]) => ({
    client_id: id,
    client_secret: secret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  }));
  return {
    ...(browsers === undefined ? {} : consentOf(resource)),
    clients: [...machines, ...(browsers === undefined ? [] : [browserClientOf(browsers)])],
    jwks: { keys: [privateJwk] },
    ttl: { ClientCredentials: 600 },
    cookies: { keys: ['a secret of the test'] },
    scopes: ['openid', 'offline_access', ...SCOPE.split(' ')],
    features: {
      devInteractions: { enabled: browsers !== undefined },
      clientCredentials: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        getResourceServerInfo: (_context: unknown, asked: string) => ({
          ...server,
          audience: asked,
          accessTokenTTL: browsers?.tokenSeconds?.() ?? 600,
        }),
      },
    },
    extraTokenClaims: (_context: unknown, { clientId }: { readonly clientId: string }) => ({ groups: clients[clientId]?.groups ?? [] }),
  };
}

function browserClientOf({ id, secret, redirectUri }: BrowserClient) {
  return {
    client_id: id,
    ...(secret === undefined ? { token_endpoint_auth_method: 'none' } : { client_secret: secret }),
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [redirectUri],
    response_types: ['code'],
  };
}

interface GrantContext {
  readonly oidc: {
    readonly provider: Provider;
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  };
}

/** Every user agrees to everything, and may stay signed in. */
function consentOf(resource: string) {
  return {
    issueRefreshToken: () => true,
    loadExistingGrant: async ({ oidc: { provider, client, session } }: GrantContext) => {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(`openid offline_access ${SCOPE}`);
      grant.addResourceScope(resource, SCOPE);
      await grant.save();
      return grant;
    },
  };
}

async function askForToken(
  issuer: string,
  {
    client,
    secret,
    scope,
    resource,
  }: { readonly client: string; readonly secret: string; readonly scope: string; readonly resource: string },
): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope, resource }),
  });
  const answer: unknown = await response.json();
  if (typeof answer === 'object' && answer !== null && 'access_token' in answer && typeof answer.access_token === 'string')
    return answer.access_token;
  throw new Error(`The identity provider gave no token: ${JSON.stringify(answer)}`);
}
