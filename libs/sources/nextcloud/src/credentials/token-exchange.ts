import { createHash } from 'node:crypto';
import { retryable, systemClock, type Clock } from '@tributary/kernel';
import { z } from 'zod';
import type { CredentialRequest, CredentialSource } from './credentials.js';

const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
/** A token is not used in the last moments of its life. */
const EARLY_MS = 10_000;
const MOST_KEPT = 1_000;

export interface TokenExchangeSettings {
  /** Token endpoint of the issuer. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who the new token is for: Nextcloud, as the issuer knows it. */
  readonly audience: string;
  readonly scope?: string | undefined;
}

const Answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().optional() });

/** Exchanges the token a caller came with for one that Nextcloud takes (RFC 8693); the caller’s own goes to the issuer only. */
export class TokenExchange implements CredentialSource {
  readonly #settings: TokenExchangeSettings;
  readonly #clock: Clock;
  /** By the hash of the caller’s token, which is not kept. */
  readonly #kept = new Map<string, { readonly token: string; readonly until: number }>();

  constructor(settings: TokenExchangeSettings, clock: Clock = systemClock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  async authorizationOf({ subjectToken, signal }: CredentialRequest): Promise<string | undefined> {
    if (subjectToken === undefined) return undefined;
    const subject = createHash('sha256').update(subjectToken).digest('hex');
    const known = this.#kept.get(subject);
    if (known !== undefined && known.until > this.#clock.now()) return `Bearer ${known.token}`;
    const { access_token: token, expires_in: seconds } = await this.#exchange(subjectToken, signal);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    if (seconds !== undefined) this.#kept.set(subject, { token, until: this.#clock.now() + seconds * 1000 - EARLY_MS });
    return `Bearer ${token}`;
  }

  async #exchange(subjectToken: string, signal: AbortSignal): Promise<z.infer<typeof Answer>> {
    const { url, clientId, clientSecret, audience, scope } = this.#settings;
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal,
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`,
      },
      body: new URLSearchParams({
        grant_type: GRANT,
        subject_token: subjectToken,
        subject_token_type: ACCESS_TOKEN,
        requested_token_type: ACCESS_TOKEN,
        audience,
        ...(scope === undefined ? {} : { scope }),
      }),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw retryable('CREDENTIALS.NOT_EXCHANGED', `The issuer did not exchange the token (${response.status.toString()}).`);
    }
    return Answer.parse(await response.json());
  }
}
