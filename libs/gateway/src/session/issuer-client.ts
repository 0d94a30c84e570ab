import { z } from 'zod';
import { ISSUER_LIMIT_MS, issuerUnavailable, readIssuerMetadata, type IssuerMetadata } from '../access/issuer-metadata.js';
import type { ConsoleClient } from '../access/issuer-tokens.js';
import { errorCodeOf, signInFailure } from './sign-in.errors.js';

const Tokens = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
  refresh_token: z.string().min(1).optional(),
  id_token: z.string().min(1).optional(),
});
export type Tokens = z.output<typeof Tokens>;

const Refusal = z.object({ error: z.string() });
type Form = Readonly<Record<string, string>>;

/** Calls the endpoints of an issuer in the name of this server. Tokens travel in bodies, never in addresses. */
export class IssuerClient {
  readonly #issuer: string;
  readonly #client: ConsoleClient;
  #metadata: Promise<IssuerMetadata> | undefined;

  constructor(issuer: string, client: ConsoleClient) {
    this.#issuer = issuer;
    this.#client = client;
  }

  /** Read once. @throws `AUTH.ISSUER_UNAVAILABLE` */
  async metadata(): Promise<IssuerMetadata> {
    this.#metadata ??= readIssuerMetadata(this.#issuer);
    try {
      return await this.#metadata;
    } catch (error) {
      this.#metadata = undefined;
      throw this.#unavailable(error);
    }
  }

  /** Gets tokens for a grant. @throws `SIGN_IN.EXPIRED` (the grant is used up or not for this client), `SIGN_IN.MISCONFIGURED`, `AUTH.ISSUER_UNAVAILABLE` */
  async tokens(form: Form): Promise<Tokens> {
    const { token_endpoint: url } = await this.metadata();
    if (url === undefined) throw signInFailure('SIGN_IN.MISCONFIGURED', 'the issuer names no token endpoint');
    const response = await this.#post(url, form);
    const body: unknown = await response.json().catch(() => undefined);
    if (response.status >= 500) throw this.#unavailable(new Error(`status ${response.status.toString()}`));
    if (!response.ok) {
      const code = errorCodeOf(Refusal.safeParse(body).data?.error);
      throw signInFailure(code === 'invalid_grant' ? 'SIGN_IN.EXPIRED' : 'SIGN_IN.MISCONFIGURED', `the token endpoint answered ${code}`);
    }
    const tokens = Tokens.safeParse(body);
    if (tokens.success) return tokens.data;
    throw signInFailure('SIGN_IN.MISCONFIGURED', 'the token endpoint gave no bearer token', tokens.error);
  }

  /** Makes a refresh token worthless, where the issuer offers that (RFC 7009). An issuer that does not answer changes nothing. */
  async revoke(token: string): Promise<void> {
    try {
      const { revocation_endpoint: url } = await this.metadata();
      if (url !== undefined) await this.#post(url, { token, token_type_hint: 'refresh_token' });
    } catch {
      // The session is over here all the same, and the token is kept nowhere else.
    }
  }

  async #post(url: string, form: Form): Promise<Response> {
    const { clientId, clientSecret } = this.#client;
    const { token_endpoint_auth_methods_supported: methods } = await this.metadata();
    const isBasic = clientSecret !== undefined && methods.includes('client_secret_basic');
    const inBody = isBasic ? {} : { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
    const headers = isBasic ? { authorization: basic(clientId, clientSecret) } : {};
    const signal = AbortSignal.timeout(ISSUER_LIMIT_MS);
    try {
      return await fetch(url, { method: 'POST', redirect: 'error', headers, body: new URLSearchParams({ ...form, ...inBody }), signal });
    } catch (error) {
      throw this.#unavailable(error);
    }
  }

  #unavailable(cause: unknown) {
    return issuerUnavailable(`The issuer ${this.#issuer} does not answer: try again in a moment.`, cause);
  }
}

/** RFC 6749, section 2.3.1: both parts are encoded as in forms. */
function basic(id: string, secret: string): string {
  const encode = (text: string) => new URLSearchParams({ a: text }).toString().slice(2);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`;
}
