import { isLoopback, permanent } from '@tributary/kernel';

export interface RequestGuardOptions {
  /** Address listened on. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

interface GuardedRequest {
  readonly headers: { readonly host?: string | undefined; readonly origin?: string | undefined };
}

/** Refuses requests that a foreign web page makes through a user’s browser: a Host that is not ours (DNS rebinding), or an Origin that is not ours.
 *  @throws `HOST.REFUSED`, `ORIGIN.REFUSED` */
export function guardRequest({ headers }: GuardedRequest, options: RequestGuardOptions): void {
  const { host, origin } = headers;
  if (host === undefined || !isOurHost(nameOf(host), options)) {
    throw permanent(
      'HOST.REFUSED',
      'The server is not addressed under this name: use localhost, or add the name to server.allowed_hosts.',
      { category: 'denied' },
    );
  }
  if (origin !== undefined && !isOurOrigin(origin, host, options)) {
    throw permanent('ORIGIN.REFUSED', 'Pages of this origin may not call the server: add it to server.allowed_origins if they should.', {
      category: 'denied',
    });
  }
}

function isOurHost(name: string, { host, allowedHosts }: RequestGuardOptions): boolean {
  if (isLoopback(name) || name === host || allowedHosts.includes(name)) return true;
  // Beyond loopback every call carries a token, which a foreign page does not have; a list of names is then a choice.
  return !isLoopback(host) && allowedHosts.length === 0;
}

function isOurOrigin(origin: string, host: string, { allowedOrigins }: RequestGuardOptions): boolean {
  return origin === `http://${host}` || origin === `https://${host}` || allowedOrigins.includes(origin);
}

function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}
