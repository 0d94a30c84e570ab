import { routes } from '@tributary/contracts';
import { hasCode, systemClock, toErrorRecord, type Clock } from '@tributary/kernel';
import { issuerUnavailable } from '../access/issuer-metadata.js';
import type { ConsoleClient, IssuerTokens, OAuthOptions } from '../access/issuer-tokens.js';
import { beginSignIn, type BegunSignIn } from './begun-sign-in.js';
import { SESSION_LIFE_MS } from './console-sessions.js';
import { IssuerClient, type Tokens } from './issuer-client.js';
import type { IssuerSession } from './session-record.js';
import { errorCodeOf, signInFailure } from './sign-in.errors.js';

/** Where the issuer sends browsers back to, below the address of the console. */
const CALLBACK = routes.finishSignIn.path;
/** Errors of an issuer that pass (RFC 6749, section 4.1.2.1). */
const PASSING: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);
const ENTRANCE = routes.beginSignIn.path;

/** What the issuer sends along with the browser. */
export interface IssuerReturn {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly error?: string | undefined;
  /** RFC 9207. */
  readonly iss?: string | undefined;
}

interface IssuerSignInOptions {
  readonly oauth: OAuthOptions;
  readonly client: ConsoleClient;
  readonly tokens: IssuerTokens;
  readonly clock?: Clock | undefined;
}

/** Signs browsers in at the issuer: authorization code with PKCE, and a nonce where it is OpenID Connect. Access tokens are looked at and forgotten. */
export class IssuerSignIn {
  /** Where browsers begin, and whose sign-in it is. */
  readonly entrance: { readonly issuer: string; readonly url: string };
  readonly #with: IssuerSignInOptions;
  readonly #issuer: IssuerClient;
  readonly #redirectUri: string;
  readonly #clock: Clock;

  constructor({ clock = systemClock, ...options }: IssuerSignInOptions) {
    const { oauth, client } = options;
    const base = (client.url ?? oauth.resource).replace(/\/$/, '');
    this.#with = options;
    this.#clock = clock;
    this.#issuer = new IssuerClient(oauth.issuer, client);
    this.#redirectUri = base + CALLBACK;
    this.entrance = { issuer: oauth.issuer, url: base + ENTRANCE };
  }

  /** @returns what the browser keeps, and the address of the issuer it is sent to. @throws `AUTH.ISSUER_UNAVAILABLE`, `SIGN_IN.MISCONFIGURED` */
  async begin(
    landing: string | undefined,
    { asAnother }: { readonly asAnother: boolean },
  ): Promise<{ begun: BegunSignIn; location: string }> {
    const { authorization_endpoint: endpoint } = await this.#issuer.metadata();
    if (endpoint === undefined) throw signInFailure('SIGN_IN.MISCONFIGURED', 'the issuer names no authorization endpoint');
    const { clientId, scopes } = this.#with.client;
    const begun = beginSignIn(landing);
    const location = new URL(endpoint);
    const parameters = {
      ...this.#parameters(),
      ...(asAnother ? { prompt: 'login' } : {}),
      ...(this.#isOpenId() ? { nonce: begun.nonce } : {}),
      response_type: 'code',
      client_id: clientId,
      redirect_uri: this.#redirectUri,
      scope: scopes.join(' '),
      state: begun.state,
      code_challenge: begun.challenge,
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, value);
    return { begun, location: location.href };
  }

  /** Makes a session of what the issuer sent the browser back with.
   *  @throws `SIGN_IN.NOT_BEGUN`, `SIGN_IN.REFUSED`, `SIGN_IN.EXPIRED`, `SIGN_IN.MISCONFIGURED`, `AUTH.ISSUER_UNAVAILABLE` */
  async finish({ code, state, error, iss }: IssuerReturn, begun: BegunSignIn | undefined): Promise<IssuerSession> {
    if (begun === undefined || state !== begun.state) throw signInFailure('SIGN_IN.NOT_BEGUN', 'this browser did not begin it');
    const { issuer, authorization_response_iss_parameter_supported: namesItself } = await this.#issuer.metadata();
    if (iss === undefined ? namesItself : iss !== issuer) throw signInFailure('SIGN_IN.NOT_BEGUN', 'another issuer answered');
    if (error === 'access_denied') throw signInFailure('SIGN_IN.REFUSED', 'the issuer answered access_denied');
    if (error !== undefined && PASSING.has(error)) throw issuerUnavailable('The issuer cannot sign anybody in now.', undefined);
    if (code === undefined) throw signInFailure('SIGN_IN.MISCONFIGURED', `the issuer answered ${errorCodeOf(error)}`);
    const form = { grant_type: 'authorization_code', code, redirect_uri: this.#redirectUri, code_verifier: begun.verifier };
    const tokens = await this.#issuer.tokens({ ...this.#parameters(), ...form });
    return this.#sessionOf(tokens, { nonce: begun.nonce, ends: this.#clock.now() + SESSION_LIFE_MS });
  }

  /** Asks the issuer whether it still vouches, and for what. @returns undefined where it does not. @throws `AUTH.ISSUER_UNAVAILABLE` */
  async renew({ refresh_token: token, principal, ends }: IssuerSession): Promise<IssuerSession | undefined> {
    if (token === undefined) return undefined;
    try {
      const tokens = await this.#issuer.tokens({ ...this.#parameters(), grant_type: 'refresh_token', refresh_token: token });
      // An issuer that does not exchange refresh tokens leaves the old one in force.
      const session = await this.#sessionOf({ refresh_token: token, ...tokens }, { ends });
      return session.principal.subject === principal.subject ? session : undefined;
    } catch (error) {
      if (hasCode(error, 'AUTH.ISSUER_UNAVAILABLE')) throw error;
      return undefined;
    }
  }

  async revoke({ refresh_token: token }: IssuerSession): Promise<void> {
    if (token !== undefined) await this.#issuer.revoke(token);
  }

  /** Where one signs out at the issuer itself, where it says so. */
  async signOutAddress(): Promise<string | undefined> {
    const { end_session_endpoint: endpoint } = await this.#issuer.metadata();
    if (endpoint === undefined) return undefined;
    const address = new URL(endpoint);
    address.searchParams.set('client_id', this.#with.client.clientId);
    return address.href;
  }

  async #sessionOf(tokens: Tokens, { nonce, ends }: { readonly nonce?: string; readonly ends: number }): Promise<IssuerSession> {
    try {
      if (nonce !== undefined) await this.#checkIdToken(tokens, nonce);
      const { principal, until } = await this.#with.tokens.verifyWithEnd(tokens.access_token);
      return {
        by: 'issuer',
        principal,
        until,
        ends,
        ...(tokens.refresh_token === undefined ? {} : { refresh_token: tokens.refresh_token }),
      };
    } catch (error) {
      const { category, message } = toErrorRecord(error);
      if (category !== 'unauthenticated' || hasCode(error, 'SIGN_IN.MISCONFIGURED')) throw error;
      throw signInFailure('SIGN_IN.MISCONFIGURED', `a token of the issuer does not do (${message})`, error);
    }
  }

  async #checkIdToken({ id_token: token }: Tokens, nonce: string): Promise<void> {
    if (!this.#isOpenId()) return;
    if (token === undefined) throw signInFailure('SIGN_IN.MISCONFIGURED', 'the issuer gave no ID token, although openid was asked for');
    await this.#with.tokens.verifyIdToken(token, { clientId: this.#with.client.clientId, nonce });
  }

  #parameters(): Readonly<Record<string, string>> {
    return this.#with.client.parameters ?? { resource: this.#with.oauth.resource };
  }

  #isOpenId(): boolean {
    return this.#with.client.scopes.includes('openid');
  }
}
