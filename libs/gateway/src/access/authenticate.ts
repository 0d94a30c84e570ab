import { timingSafeEqual, createHash } from 'node:crypto';
import { localOwner, type Principal } from '@tributary/contracts';
import { permanent, systemClock, type Clock } from '@tributary/kernel';
import { ConsoleSessions } from '../session/console-sessions.js';
import type { BrowserRequest } from '../session/cookies.js';
import { IssuerSignIn } from '../session/issuer-sign-in.js';
import { SessionCallers } from '../session/session-callers.js';
import type { SessionStore } from '@tributary/state-port';
import { IssuerTokens, type OAuthOptions } from './issuer-tokens.js';
import type { ProtectedResource } from './protected-resource.js';
import { sessionExpired, standingCaller } from './standing-caller.js';
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
  /** Where sessions of browsers are kept; left out: in this process. */
  readonly store?: SessionStore | undefined;
  readonly clock?: Clock | undefined;
}

/** What is looked at of a request. */
interface AuthenticatedRequest {
  readonly method: string;
  readonly headers: {
    readonly authorization?: string | undefined;
    readonly cookie?: string | undefined;
    readonly origin?: string | undefined;
    readonly host?: string | undefined;
  };
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Makes principals of `Authorization` headers: of the owner’s token, of configured ones, and of an issuer’s. The only place where a principal is made. */
export class Authenticator {
  /** What the server says of itself to clients that look for its issuer. */
  readonly resource: ProtectedResource | undefined;
  /** Browsers that signed in. */
  readonly sessions: ConsoleSessions;
  /** Where browsers sign in at an issuer. */
  readonly signIn: IssuerSignIn | undefined;
  readonly #options: AuthenticationOptions;
  readonly #tokens: StaticTokens;
  readonly #issuer: IssuerTokens | undefined;
  readonly #callers: SessionCallers;
  readonly #clock: Clock;

  constructor(options: AuthenticationOptions) {
    const { tokens = {}, oauth, store, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#tokens = new StaticTokens(tokens);
    const issuer = oauth && new IssuerTokens(oauth, clock);
    const sessions = new ConsoleSessions({ store, clock });
    const client = oauth?.console;
    this.#issuer = issuer;
    this.resource = oauth;
    this.sessions = sessions;
    this.signIn = issuer && client && new IssuerSignIn({ oauth, client, tokens: issuer, clock });
    const authenticate = (token: string) => this.authenticate(`Bearer ${token}`);
    this.#callers = new SessionCallers({ sessions, authenticate, signIn: this.signIn, clock });
  }

  /** By its token, else by the session of its browser. A session counts for changes only when the browser says which page asks: the origin was checked
   *  before. @throws as `authenticate` does, `AUTH.SESSION_EXPIRED`, `SESSION.UNAVAILABLE`, `ORIGIN.REQUIRED` */
  async authenticateRequest({ headers, method }: AuthenticatedRequest): Promise<Principal> {
    const session = headers.authorization === undefined ? await this.#callers.callerOf(headers) : undefined;
    if (session === 'ended' && !this.#options.allowGuest) throw sessionExpired();
    if (session === undefined || session === 'ended') return this.authenticate(headers.authorization);
    if (READS.has(method) || headers.origin !== undefined) return session;
    throw permanent(
      'ORIGIN.REQUIRED',
      'A session counts for pages of this server alone, and the request does not say which page it is from.',
      {
        category: 'denied',
      },
    );
  }

  /** Asks who the caller of a request is now, while it is being answered: not more often than every five seconds. It throws, as `authenticateRequest` does, once what he
   *  came with counts no longer. */
  standing({ headers, method }: AuthenticatedRequest, principal: Principal): () => Promise<Principal> {
    return standingCaller({ principal, authenticate: () => this.authenticateRequest({ headers, method }), clock: this.#clock });
  }

  /** True where a caller outside a browser has to be given a token: no guests are taken, and no issuer hands any out. */
  get needsToken(): boolean {
    return !this.#options.allowGuest && this.#issuer === undefined;
  }

  /** A code that signs a browser in as the owner, once. */
  issueOwnerCode(): Promise<string> {
    return this.sessions.issueCode(this.#options.ownerToken);
  }

  /** True where a session of the request’s browser counts. @throws as `authenticateRequest` does */
  async hasSession(request: BrowserRequest): Promise<boolean> {
    const caller = await this.#callers.callerOf(request);
    return caller !== undefined && caller !== 'ended';
  }

  /** Ends the session of the request’s browser, here and as far as the issuer lets us. @returns the `Set-Cookie` header that makes the browser forget */
  async endSession(request: BrowserRequest): Promise<{ readonly cookie: string; readonly wasIssuers: boolean }> {
    const { record, cookie } = await this.sessions.end(request);
    const wasIssuers = record?.by === 'issuer';
    if (wasIssuers) await this.signIn?.revoke(record);
    return { cookie, wasIssuers };
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
