import { isLoopback, permanent } from '@tributary/kernel';

export interface RequestGuardOptions {
  /** Address listened on. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

interface GuardedRequest {
  readonly headers: { readonly host?: string | undefined; readonly origin?: string | undefined };
  /** The pattern of the route that is taken; undefined where there is none. */
  readonly routeOptions: { readonly url?: string | undefined };
}

/** What the platform asks, by the address of the pod or the name of the container: nothing secret, or nothing without a token. */
const ASKED_BY_THE_PLATFORM = new Set(['/health/live', '/health/ready', '/metrics']);

/** Refuses requests that a foreign web page makes through a user’s browser: a Host that is not ours (DNS rebinding), or an Origin that is not ours.
 *  Beyond loopback probes and Prometheus are answered under any Host.
 *  @throws `HOST.REFUSED`, `ORIGIN.REFUSED` */
export function guardRequest({ headers, routeOptions }: GuardedRequest, options: RequestGuardOptions): void {
  const { host, origin } = headers;
  const isForPlatform = !isLoopback(options.host) && ASKED_BY_THE_PLATFORM.has(routeOptions.url ?? '');
  if (host === undefined || !(isForPlatform || isOurHost(nameOf(host), options))) {
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
