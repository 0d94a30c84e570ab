import { isLoopback } from '@tributary/kernel';

/** What is looked at of a request to know how its browser reaches the server. */
export interface BrowserRequest {
  readonly host?: string | undefined;
  readonly cookie?: string | undefined;
  readonly origin?: string | undefined;
}

interface CookieTerms {
  readonly name: string;
  readonly path: string;
  readonly sameSite: 'Strict' | 'Lax';
  readonly maxAgeMs: number;
}

/** The value of a cookie under the name it has at this address. */
export function readCookie({ host, cookie }: BrowserRequest, name: string): string | undefined {
  const wanted = `${nameAt(host, name)}=`;
  const found = (cookie ?? '').split(';').find((part) => part.trimStart().startsWith(wanted));
  return found?.trim().slice(wanted.length);
}

/** A `Set-Cookie` header: out of reach of scripts, and beyond loopback sent over TLS alone. Where it counts everywhere its name begins so that no
 *  neighbouring host can set it. */
export function setCookie({ host, origin }: BrowserRequest, value: string, { name, path, sameSite, maxAgeMs }: CookieTerms): string {
  const isSecure = !isLocal(host) || origin?.startsWith('https:') === true;
  const seconds = Math.floor(maxAgeMs / 1000).toString();
  const terms = `Path=${isLocal(host) ? path : '/'}; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
  return `${nameAt(host, name)}=${value}; ${terms}`;
}

/** True where the browser reaches the server under a name of its own machine. */
export function isLocal(host: string | undefined): boolean {
  return isLoopback((host ?? '').replace(PORT, ''));
}

const PORT = /:(\d+)$/;

/** Cookies know no ports: each server of a machine has names of its own. Beyond it the name holds none, since a proxy may tell each replica its own. */
function nameAt(host: string | undefined, name: string): string {
  if (!isLocal(host)) return `__Host-${name}`;
  const port = PORT.exec(host ?? '')?.[1];
  return port === undefined ? name : `${name}_${port}`;
}
