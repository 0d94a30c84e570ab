import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { ISSUER_LIMIT_MS, issuerUnavailable, readIssuerMetadata } from './issuer-metadata.js';

/** Keys are asked for again after this long, and before when a token names an unknown one, though not more often than the pause below. */
const KEYS_KEPT_MS = 10 * 60_000;

export interface IssuerKeysOptions {
  readonly issuer: string;
  readonly jwksUrl?: string | undefined;
  /** Milliseconds between two requests that unknown keys lead to; 5,000 unless said otherwise. */
  readonly pauseMs?: number | undefined;
}

/** The public keys of an issuer, found by its metadata, kept, and looked up anew when a token names one that is not among them. */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
  }

  /** The key that a token’s header names. @throws `AUTH.ISSUER_UNAVAILABLE`; jose’s `ERR_JWKS_NO_MATCHING_KEY` */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const keys = await this.#known();
    try {
      return await keys(header, token);
    } catch (error) {
      if (isAboutToken(error)) throw error;
      throw unavailable(this.#options.issuer, error);
    }
  };

  async #known(): Promise<JWTVerifyGetKey> {
    this.#keys ??= this.#open();
    try {
      return await this.#keys;
    } catch (error) {
      this.#keys = undefined;
      throw unavailable(this.#options.issuer, error);
    }
  }

  async #open(): Promise<JWTVerifyGetKey> {
    const { issuer, jwksUrl, pauseMs = 5000 } = this.#options;
    const url = new URL(jwksUrl ?? (await readIssuerMetadata(issuer)).jwks_uri);
    return createRemoteJWKSet(url, { timeoutDuration: ISSUER_LIMIT_MS, cacheMaxAge: KEYS_KEPT_MS, cooldownDuration: pauseMs });
  }
}

/** True where the key set was read and the token does not fit it; else the issuer is at fault, or away. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWSInvalid
  );
}

function unavailable(issuer: string, cause: unknown) {
  return issuerUnavailable(
    `The token cannot be checked now, since its issuer ${issuer} does not hand out its keys. Try again in a moment; nothing is wrong with the token.`,
    cause,
  );
}
