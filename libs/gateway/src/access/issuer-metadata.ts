import { retryable } from '@tributary/kernel';
import { z } from 'zod';

const Address = z.url({ protocol: /^https?$/ });

/** What the metadata of an issuer says that matters here (RFC 8414, OpenID Connect Discovery). */
const IssuerMetadata = z.object({
  issuer: z.string(),
  jwks_uri: Address,
  authorization_endpoint: Address.optional(),
  token_endpoint: Address.optional(),
  revocation_endpoint: Address.optional(),
  end_session_endpoint: Address.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
});
export type IssuerMetadata = z.output<typeof IssuerMetadata>;

/** Milliseconds within which an issuer has to answer. */
export const ISSUER_LIMIT_MS = 3000;

/** Asks where the issuer’s keys and endpoints are: OAuth’s own address first (RFC 8414, section 3), then OpenID’s. @throws when it does not say */
export async function readIssuerMetadata(issuer: string): Promise<IssuerMetadata> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/openid-configuration${path}`,
  ];
  for (const place of places) {
    const response = await fetch(place, { redirect: 'error', signal: AbortSignal.timeout(ISSUER_LIMIT_MS) });
    const metadata = IssuerMetadata.safeParse(response.ok ? await response.json() : await response.body?.cancel());
    if (metadata.data?.issuer === issuer) return metadata.data;
  }
  throw new Error(`${issuer} has no metadata that names its keys`);
}

/** @param what is not possible meanwhile, as a sentence */
export function issuerUnavailable(what: string, cause: unknown) {
  return retryable('AUTH.ISSUER_UNAVAILABLE', what, { retryAfterMs: 5000, cause });
}
