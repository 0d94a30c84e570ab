import { timingSafeEqual, createHash } from 'node:crypto';
import { localOwner, type Principal } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { ConsoleSessions } from '../session/console-sessions.js';
import { IssuerTokens, type OAuthOptions } from './issuer-tokens.js';
import type { ProtectedResource } from './protected-resource.js';
import { StaticTokens, type StaticToken } from './static-tokens.js';

/** Who a caller without a token is on loopback: may search, read and store. */
export const loopbackGuest: Principal = {
  subject: 'loopback',
  groups: [],
  scopes: ['search:read', 'documents:write'],
  collections: ['*'],
  unrestricted: false,
};

export interface AuthenticationOptions {
  /** The owner’s token, from server.json. */
  readonly ownerToken: string;
  /** False where every call needs a token. */
  readonly allowGuest: boolean;
  /** By name. */
  readonly tokens?: Readonly<Record<string, StaticToken>>;
  readonly oauth?: OAuthOptions | undefined;
}

/** What is looked at of a request. */
interface AuthenticatedRequest {
  readonly method: string;
  readonly headers: {
    readonly authorization?: string | undefined;
    readonly cookie?: string | undefined;
    readonly origin?: string | undefined;
  };
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Makes principals of `Authorization` headers: of the owner’s token, of configured ones, and of an issuer’s. The only place where a principal is made. */
export class Authenticator {
  /** What the server says of itself to clients that look for its issuer. */
  readonly resource: ProtectedResource | undefined;
  /** Browsers that signed in. */
  readonly sessions = new ConsoleSessions();
  readonly #options: AuthenticationOptions;
  readonly #tokens: StaticTokens;
  readonly #issuer: IssuerTokens | undefined;

  constructor(options: AuthenticationOptions) {
    const { tokens = {}, oauth } = options;
    this.#options = options;
    this.#tokens = new StaticTokens(tokens);
    this.#issuer = oauth && new IssuerTokens(oauth);
    this.resource = oauth;
  }

  /** By its token, else by the session of its browser. A session counts for changes only when the browser says which page asks: the origin was checked
   *  before. @throws as `authenticate` does, `ORIGIN.REQUIRED` */
  async authenticateRequest({ headers, method }: AuthenticatedRequest): Promise<Principal> {
    const session = headers.authorization === undefined ? this.sessions.principalOf(headers.cookie) : undefined;
    if (session === undefined) return this.authenticate(headers.authorization);
    if (READS.has(method) || headers.origin !== undefined) return session;
    throw permanent(
      'ORIGIN.REQUIRED',
      'A session counts for pages of this server alone, and the request does not say which page it is from.',
      {
        category: 'denied',
      },
    );
  }

  /** @throws `AUTH.TOKEN_REQUIRED`, `AUTH.TOKEN_INVALID`, `AUTH.TOKEN_EXPIRED`, `AUTH.ISSUER_UNAVAILABLE` */
  async authenticate(header: string | undefined): Promise<Principal> {
    const { allowGuest, ownerToken } = this.#options;
    if (header === undefined) {
      if (allowGuest) return loopbackGuest;
      throw refusal('AUTH.TOKEN_REQUIRED', 'This server asks for a token: send Authorization: Bearer <token>.');
    }
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
    if (token === undefined) throw refusal('AUTH.TOKEN_INVALID', 'The header is not understood: send Authorization: Bearer <token>.');
    if (sameSecret(token, ownerToken)) return localOwner;
    const known = this.#tokens.find(token);
    if (known !== undefined) return known;
    if (this.#issuer !== undefined && IssuerTokens.isShapedLike(token)) return this.#issuer.verify(token);
    throw refusal(
      'AUTH.TOKEN_INVALID',
      'The token is not valid here: use the one in server.json of the data folder, or one that the server is configured with.',
    );
  }
}

function refusal(code: string, message: string) {
  return permanent(code, message, { category: 'unauthenticated' });
}

/** Compares in constant time, whatever the lengths. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (secret: string) => createHash('sha256').update(secret).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
