import { toErrorRecord } from '@tributary/kernel';
import { metadataAddress, type ProtectedResource } from './protected-resource.js';
import { missingScopeOf } from './scopes.js';

/** What a header’s quoted text may not hold is left out (RFC 6750, section 3). */
const UNQUOTABLE = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g;

/** The `WWW-Authenticate` of a refusal: why, which scope would do, and where the server says who issues tokens for it. Undefined where no token would help.
 *  @param url path of the request */
export function challengeFor(error: unknown, url: string, resource: ProtectedResource | undefined): string | undefined {
  const { category, code, message } = toErrorRecord(error);
  const scope = missingScopeOf(error);
  if (category !== 'unauthenticated' && scope === undefined) return undefined;
  const parameters: [name: string, value: string][] = [];
  if (scope !== undefined) parameters.push(['error', 'insufficient_scope'], ['scope', scope], ['error_description', message]);
  else if (code !== 'AUTH.TOKEN_REQUIRED') parameters.push(['error', 'invalid_token'], ['error_description', message]);
  else if (resource !== undefined) parameters.push(['scope', 'search:read']);
  if (resource !== undefined) parameters.push(['resource_metadata', metadataAddress(resource, url)]);
  const text = parameters.map(([name, value]) => `${name}="${value.replaceAll('’', "'").replace(UNQUOTABLE, '')}"`).join(', ');
  return text === '' ? 'Bearer' : `Bearer ${text}`;
}
