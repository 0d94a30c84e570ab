import { SCOPES } from './scopes.js';

/** Where a server says whose tokens it takes (RFC 9728). */
export const WELL_KNOWN = '/.well-known/oauth-protected-resource';
/** What is protected: the API, and MCP with each choice of dialects. */
const PROTECTED = /^\/(?:api|mcp(?:\/[a-z0-9,_-]+)?)$/;

/** The server as an OAuth 2.1 resource (RFC 9728). */
export interface ProtectedResource {
  /** Address under which clients reach it. */
  readonly resource: string;
  readonly issuer: string;
}

/** Metadata of the whole server (empty path), or of `/api`, `/mcp`, `/mcp/<dialects>`; undefined for every other path.
 *  @param asked what follows the well-known address, decoded: below a public prefix it begins with the prefix (RFC 9728, section 3.1), where a proxy has not taken that off */
export function resourceMetadata({ resource, issuer }: ProtectedResource, asked: string) {
  const prefix = withoutSlash(decodedPath(new URL(resource).pathname));
  const path = asked === prefix || asked.startsWith(`${prefix}/`) ? asked.slice(prefix.length) : asked;
  if (path !== '' && !PROTECTED.test(path)) return undefined;
  return {
    resource: `${withoutSlash(resource)}${path}`,
    authorization_servers: [issuer],
    scopes_supported: [...SCOPES],
    bearer_methods_supported: ['header'],
    resource_name: 'Tributary',
  };
}

/** Where the metadata stands of what a request’s path belongs to. */
export function metadataAddress({ resource }: ProtectedResource, url: string): string {
  const path = decodedPath(url);
  const place = path.startsWith('/api/') ? '/api' : path;
  const { origin, pathname } = new URL(resource);
  return `${origin}${WELL_KNOWN}${withoutSlash(pathname)}${PROTECTED.test(place) ? place : ''}`;
}

/** The path of a request without its percent-encoding; as it came where that is malformed. */
export function decodedPath(url: string): string {
  const [path = ''] = url.split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** True for the address of the server and every one below it. */
export function isAddressOf(audience: string, resource: string): boolean {
  const base = withoutSlash(resource);
  return withoutSlash(audience) === base || audience.startsWith(`${base}/`);
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}
