import { request as requestHttp, type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { Unacceptable } from './fetch-outcome.js';

interface Ask {
  /** Where to connect to, whatever the name in the URL may resolve to by now. */
  readonly address: string;
  readonly headers: OutgoingHttpHeaders;
  readonly signal: AbortSignal;
  readonly idleMs: number;
  readonly maxHeaderBytes: number;
}

/** Sends one GET over a connection of its own to exactly this address; `Host` and the name in TLS are those of the URL. The body is not read yet. */
export function requestOnce(url: URL, { address, headers, signal, idleMs, maxHeaderBytes }: Ask): Promise<IncomingMessage> {
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const isSecure = url.protocol === 'https:';
  const options: RequestOptions & { servername?: string } = {
    host: address,
    port: portOf(url),
    path: `${url.pathname}${url.search}`,
    method: 'GET',
    headers: { ...headers, host: url.host },
    agent: false,
    maxHeaderSize: maxHeaderBytes,
    signal,
    // A name in TLS is a name: RFC 6066 has no addresses there.
    ...(isSecure && isIP(name) === 0 ? { servername: name } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(options, resolve);
    request.setTimeout(idleMs, () => request.destroy(new Unacceptable('timed-out')));
    request.on('error', reject);
    request.end();
  });
}

export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
