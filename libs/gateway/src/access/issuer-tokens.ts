import type { Principal } from '@tributary/contracts';
import { permanent, systemClock, type Clock } from '@tributary/kernel';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { principalOf, type ClaimRules } from './claims.js';
import { IssuerKeys } from './issuer-keys.js';
import { isAddressOf } from './protected-resource.js';

/** Signatures by a private key of the issuer alone: neither none nor a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** Clocks of issuer and server may differ so much. */
const CLOCK_TOLERANCE_S = 5;
const MAX_TOKEN_LENGTH = 16_384;

/** This server as a client of the issuer, for browsers that sign in. */
export interface ConsoleClient {
  readonly clientId: string;
  /** Absent for a public client, which PKCE alone protects. */
  readonly clientSecret?: string | undefined;
  /** Address of the console as browsers reach it; left out: that of the resource. */
  readonly url?: string | undefined;
  readonly scopes: readonly string[];
  /** Sent along to the issuer; left out: `resource`, the address of the server (RFC 8707). */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

export interface OAuthOptions extends ClaimRules {
  readonly issuer: string;
  /** Address of this server; tokens must be made for it, or for an address below it. */
  readonly resource: string;
  /** Audiences that are taken beside that. */
  readonly audience: readonly string[];
  readonly jwksUrl?: string | undefined;
  /** How browsers sign in at the issuer; left out: they do not. */
  readonly console?: ConsoleClient | undefined;
  /** Milliseconds between two looks for a key that was unknown. */
  readonly keyPauseMs?: number;
}

/** Checks access tokens that an issuer signed (RFC 9068 where it follows it): signature, issuer, audience, validity. */
export class IssuerTokens {
  readonly #options: OAuthOptions;
  readonly #keys: IssuerKeys;
  readonly #clock: Clock;

  constructor(options: OAuthOptions, clock: Clock = systemClock) {
    this.#options = options;
    this.#clock = clock;
    this.#keys = new IssuerKeys({ issuer: options.issuer, jwksUrl: options.jwksUrl, pauseMs: options.keyPauseMs });
  }

  /** True for what has the form of a signed token; nothing else is looked at. */
  static isShapedLike(token: string): boolean {
    return token.length <= MAX_TOKEN_LENGTH && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);
  }

  /** Whom an access token stands for. @throws `AUTH.TOKEN_INVALID`, `AUTH.TOKEN_EXPIRED`, `AUTH.ISSUER_UNAVAILABLE` */
  async verify(token: string): Promise<Principal> {
    return (await this.verifyWithEnd(token)).principal;
  }

  /** The same with the end of the token, in milliseconds since 1970. @throws as `verify` does */
  async verifyWithEnd(token: string): Promise<{ readonly principal: Principal; readonly until: number }> {
    const claims = await this.#claimsOf(token, {});
    if (!this.#isForUs(claims)) throw invalid('it was made for another audience');
    const principal = principalOf(claims, this.#options);
    if (principal === undefined) throw invalid(`it has no claim ${this.#options.userClaim} to know its user by`);
    return { principal, until: (claims.exp ?? 0) * 1000 };
  }

  /** Checks that an ID token was made for this client and for this very sign-in (OpenID Connect Core, section 3.1.3.7). @throws as `verify` does */
  async verifyIdToken(token: string, { clientId, nonce }: { readonly clientId: string; readonly nonce: string }): Promise<void> {
    const { aud, azp, nonce: given } = await this.#claimsOf(token, { audience: clientId });
    if (given !== nonce) throw invalid('its claim nonce is not that of this sign-in');
    if (Array.isArray(aud) && aud.length > 1 && azp !== clientId) throw invalid('it was made for another client');
  }

  async #claimsOf(token: string, also: Pick<JWTVerifyOptions, 'audience'>): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, this.#keys.find, {
        ...also,
        algorithms: ALGORITHMS,
        issuer: this.#options.issuer,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(this.#clock.now()),
        requiredClaims: ['exp', 'aud'],
      });
      return payload;
    } catch (error) {
      throw error instanceof errors.JOSEError ? refusalOf(error) : error;
    }
  }

  #isForUs({ aud }: JWTPayload): boolean {
    const { audience, resource } = this.#options;
    const named = typeof aud === 'string' ? [aud] : (aud ?? []);
    return named.some((one) => audience.includes(one) || isAddressOf(one, resource));
  }
}

function refusalOf(error: errors.JOSEError) {
  if (error instanceof errors.JWTExpired) {
    return permanent('AUTH.TOKEN_EXPIRED', 'The token has expired: get a new one from its issuer.', {
      category: 'unauthenticated',
      cause: error,
    });
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    return invalid(error.claim === 'iss' ? 'another issuer made it' : `its claim ${error.claim} is missing or does not hold`, error);
  }
  if (error instanceof errors.JWKSNoMatchingKey) return invalid('its issuer knows no such key', error);
  if (error instanceof errors.JOSEAlgNotAllowed) return invalid('it is not signed in a way that is taken here', error);
  if (error instanceof errors.JWSSignatureVerificationFailed) return invalid('its signature is wrong', error);
  return invalid('it is malformed', error);
}

function invalid(why: string, cause?: unknown) {
  return permanent('AUTH.TOKEN_INVALID', `The token is not valid here: ${why}. Get one for this server from its issuer.`, {
    category: 'unauthenticated',
    cause,
  });
}
