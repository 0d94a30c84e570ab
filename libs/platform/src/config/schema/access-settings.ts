import { isLoopback } from '@tributary/kernel';
import { z } from 'zod';
import { EntryName } from './entry-name.js';
import { setting } from './setting.js';

const Scopes = z.array(z.enum(['search:read', 'documents:write', 'admin', 'semantic:read']));
const CollectionGrants = z.array(z.string().min(1)).min(1);
const Claim = z.string().min(1).max(256);

const TokenEntry = z.strictObject({
  token: setting(z.string().min(16).max(512), {
    description: 'The secret itself.',
    example: 'a random text of 32 characters',
    secret: true,
  }),
  scopes: setting(Scopes.default(['search:read']), {
    description: 'What its bearer may do: search:read (semantic:read means the same), documents:write, admin.',
    example: '["search:read", "documents:write"]',
  }),
  userId: setting(z.string().min(1).max(256).optional(), {
    description: 'The user it stands for: sees his own rows beside those of nobody in particular, and what he stores is his.',
    defaultText: 'nobody',
    example: 'ada',
  }),
  groups: setting(z.array(z.string().min(1)).default([]), {
    description: 'Groups of that user, as `acl` lists of rows name them after `group:`.',
    example: '["staff"]',
  }),
  collections: setting(CollectionGrants.default(['*']), {
    description: 'Names or patterns of the collections it opens. The others do not exist for its bearer.',
    example: '["handbook", "wiki-*"]',
  }),
  roots: setting(z.array(z.string().min(1)).optional(), {
    description:
      'Folders of the server that its bearer may have ingested, in place of `sources.roots` and of those given at start. What lies in them he can read.',
    defaultText: 'those of everybody where collections is ["*"], else none',
    example: '["/srv/wiki"]',
  }),
});

const ConsoleClient = z.strictObject({
  clientId: setting(z.string().min(1).max(512), {
    description: 'This server’s name at the issuer: a client of the kind authorization code with PKCE.',
    example: 'tributary',
  }),
  clientSecret: setting(z.string().min(1).max(4096).optional(), {
    description: 'Its secret there. Left out for a public client.',
    defaultText: 'none',
    example: 'the secret of the client',
    secret: true,
  }),
  url: setting(z.url({ protocol: /^https?$/ }).optional(), {
    description:
      'Address of the console as browsers reach it: https, or loopback. The issuer must know `<url>/api/session/callback` as redirect address, letter by letter.',
    defaultText: 'that of access.oauth.resource',
    example: 'https://search.example.org',
  }),
  scopes: setting(z.array(z.string().min(1)).min(1).default(['openid', 'search:read', 'documents:write']), {
    description:
      'Scopes the console asks the issuer for. With openid the ID token is checked, too; many issuers give a refresh token, which renews the session, for offline_access alone.',
    example: '["openid", "offline_access", "search:read"]',
  }),
  parameters: setting(z.record(z.string().min(1), setting(z.string(), { description: 'Its value.' })).optional(), {
    description:
      'Sent to the issuer along with each request, so that it makes access tokens for this server: `{"audience": "…"}` for some, `{}` where it refuses `resource`.',
    defaultText: 'resource: the address in access.oauth.resource (RFC 8707)',
    example: '{"audience": "https://search.example.org"}',
  }),
});

const OAuthSettings = z.strictObject({
  issuer: setting(z.url({ protocol: /^https?$/ }), {
    description: 'The authorization server, exactly as the `iss` of its tokens has it.',
    example: 'https://login.example.org',
  }),
  resource: setting(z.url({ protocol: /^https?$/ }), {
    description:
      'Address under which clients reach this server, without `/mcp` or `/api`; a path of its own must not end in these either. Tokens must be made for it, or for an address below it.',
    example: 'https://search.example.org',
  }),
  audience: setting(z.array(z.string().min(1)).default([]), {
    description: 'Audiences (`aud`) that are taken beside the address, for issuers that name resources in another way.',
    example: '["tributary"]',
  }),
  jwksUrl: setting(z.url({ protocol: /^https?$/ }).optional(), {
    description: 'Where the issuer’s public keys are.',
    defaultText: 'as the issuer’s own metadata says',
    example: 'https://login.example.org/keys',
  }),
  userClaim: setting(Claim.default('sub'), {
    description: 'Claim that becomes the `user_id`. Dots lead into objects.',
  }),
  groupsClaim: setting(Claim.default('groups'), { description: 'Claim with the list of groups.', example: 'realm_access.roles' }),
  scopes: setting(
    z.record(z.string().min(1), setting(Scopes, { description: 'Our scopes that one of the issuer stands for.' })).default({}),
    {
      description: 'Scopes of the issuer that stand for ours, where it cannot give ours by name.',
      example: '{"Search.Read": ["search:read"]}',
    },
  ),
  collections: setting(CollectionGrants.default(['*']), {
    description: 'Names or patterns of the collections its tokens open.',
    example: '["handbook", "wiki-*"]',
  }),
  console: setting(ConsoleClient.optional(), {
    description: 'Lets browsers sign in to the console at the issuer; see docs/console.md.',
    defaultText: 'none: the console takes tokens',
  }),
});

const LimitsSection = z.strictObject({
  searchesPerSecond: setting(z.number().positive().max(100_000).default(20), {
    description: 'Searches a token may make in the long run. The owner and guests on loopback are not counted.',
    unit: 'a second',
  }),
  searchBurst: setting(z.number().int().min(1).max(100_000).default(60), {
    description: 'Searches a token may make at once after a pause.',
    unit: 'searches',
  }),
  ingestsAtOnce: setting(z.number().int().min(1).max(10_000).default(5), {
    description: 'Calls that hand in documents or register sources a token may have under way at once.',
    unit: 'calls',
  }),
});

export const AccessSection = z.strictObject({
  guests: setting(z.boolean().optional(), {
    description: 'Whether callers without a token may search, read and store on a server that listens on loopback.',
    defaultText: 'true while neither server.token, access.tokens nor access.oauth is set',
    example: 'false',
  }),
  tokens: setting(z.record(EntryName, TokenEntry).default({}), {
    description: 'Tokens by name, beside that of the owner.',
    example: '{"ada": {"token": "…", "scopes": ["search:read"], "user_id": "ada"}}',
  }),
  oauth: setting(OAuthSettings.optional(), { description: 'The issuer of access tokens (OAuth 2.1) that are taken.', defaultText: 'none' }),
  limits: setting(LimitsSection.prefault({}), { description: 'How much one token may ask for.' }),
});

export type AccessSettings = z.output<typeof AccessSection>;

/** The end of a path that is not the server's own but that of a surface below it. */
const SURFACE = /\/(?:api|mcp(?:\/[a-z0-9,_-]+)?)\/?$/;

/** What does not fit together in the settings of access: the setting, and a sentence. */
export function* accessFaults(
  { tokens, oauth }: AccessSettings,
  ownerToken: string | undefined,
): Generator<readonly [path: readonly string[], message: string]> {
  const taken = new Map(ownerToken === undefined ? [] : [[ownerToken, 'server.token']]);
  for (const [name, { token }] of Object.entries(tokens)) {
    const other = taken.get(token);
    if (other !== undefined) yield [['access', 'tokens', name, 'token'], `the same as ${other}`];
    taken.set(token, `access.tokens.${name}.token`);
  }
  const { origin, pathname } = new URL(oauth?.resource ?? 'https://nowhere.invalid');
  // A server whose own path ends so cannot be told from the mistake, which is common.
  if (SURFACE.test(pathname)) {
    const server = `${origin}${pathname.replace(SURFACE, '')}`;
    yield [['access', 'oauth', 'resource'], `is the address of MCP or of the API: that of the server is ${server}`];
  }
  const { protocol, hostname } = new URL(oauth?.console?.url ?? oauth?.resource ?? 'https://nowhere.invalid');
  if (oauth?.console !== undefined && protocol !== 'https:' && !isLoopback(hostname)) {
    const setting = oauth.console.url === undefined ? ['resource'] : ['console', 'url'];
    yield [['access', 'oauth', ...setting], 'must begin with https beyond loopback, since sessions of browsers travel over it'];
  }
}
