/** Who tokens of an issuer are of, where nothing about it matters. */
export const CLAIM_RULES = { userClaim: 'sub', groupsClaim: 'groups', scopes: {}, collections: ['*'] };

/** What an API expects of the tokens of an issuer. */
export function oauthOf(issuer: string, resource: string) {
  return { issuer, resource, audience: [], ...CLAIM_RULES };
}
