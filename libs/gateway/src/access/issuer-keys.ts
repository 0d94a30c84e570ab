import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { ISSUER_LIMIT_MS, issuerUnavailable, readIssuerMetadata } from './issuer-metadata.js';

/** Of an answer that has no key in it the issuer is to blame, not the token. */
const KeySet = z.looseObject({ keys: z.array(z.looseObject({})).min(1) });

/** Keys are asked for again after this long, and before when a token names an unknown one, though not more often than the pause below. */
const KEYS_KEPT_MS = 10 * 60_000;

export interface IssuerKeysOptions {
  readonly issuer: string;
  readonly jwksUrl?: string | undefined;
  /** Milliseconds between two requests that unknown keys lead to, also while they fail; 5,000 unless said otherwise. */
  readonly pauseMs?: number | undefined;
}

/** The public keys of an issuer, found by its metadata, kept, and looked up anew when a token names one that is not among them. */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  readonly #ask: <T>(request: () => Promise<T>) => Promise<T>;
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
    this.#ask = restingAfterFailure(pauseOf(options));
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
    const { issuer, jwksUrl } = this.#options;
    const url = new URL(jwksUrl ?? (await this.#ask(() => readIssuerMetadata(issuer))).jwks_uri);
    return createRemoteJWKSet(url, {
      timeoutDuration: ISSUER_LIMIT_MS,
      cacheMaxAge: KEYS_KEPT_MS,
      cooldownDuration: pauseOf(this.#options),
      [customFetch]: (address, options) => this.#ask(() => fetchKeys(address, options)),
    });
  }
}

function pauseOf({ pauseMs = 5000 }: IssuerKeysOptions): number {
  return pauseMs;
}

async function fetchKeys(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} answered with status ${response.status.toString()}.`);
  const { success, data } = KeySet.safeParse(await response.json());
  if (!success) throw new Error(`${url} answered without keys.`);
  return Response.json(data);
}

/** Requests of which none is made for a while after one failed: who sends made-up tokens does not say how often the issuer is asked. */
function restingAfterFailure(pauseMs: number): <T>(request: () => Promise<T>) => Promise<T> {
  let failure: { readonly error: unknown; readonly untilMs: number } | undefined;
  return async (request) => {
    if (failure !== undefined && performance.now() < failure.untilMs) throw failure.error;
    try {
      return await request();
    } catch (error) {
      failure = { error, untilMs: performance.now() + pauseMs };
      throw error;
    }
  };
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
