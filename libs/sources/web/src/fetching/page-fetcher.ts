import { untilAborted } from '@tributary/kernel';
import type { IncomingMessage } from 'node:http';
import type { AddressWall } from '../addresses/address-wall.js';
import { locateHost, type Resolve } from '../addresses/locate-host.js';
import { parseWebAddress } from '../urls/web-address.js';
import type { FetchLimits } from './fetch-limits.js';
import { Unacceptable, type FetchOptions, type FetchOutcome } from './fetch-outcome.js';
import { readBody } from './read-body.js';
import { portOf, requestOnce } from './request-once.js';
import { retryAfterMs } from './retry-after.js';

export interface FetcherOptions {
  readonly wall: AddressWall;
  readonly resolve: Resolve;
  readonly limits: FetchLimits;
  readonly userAgent: string;
}

interface Hop extends FetchOptions {
  readonly signal: AbortSignal;
}

/** What a hop led to: an end, or another address. */
type HopOutcome = FetchOutcome | { readonly status: 'redirect'; readonly to: string; readonly isForNow: boolean };

/** Reads addresses of the web. Each hop resolves its host once, has the wall look at the bytes of the address, and connects to that very address. */
export class PageFetcher {
  readonly #with: FetcherOptions;

  constructor(options: FetcherOptions) {
    this.#with = options;
  }

  /** Never throws for what a server does; only when the signal aborts. */
  async fetch(address: string, options: FetchOptions = {}): Promise<FetchOutcome> {
    const { limits } = this.#with;
    const timeout = AbortSignal.timeout(limits.totalMs);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
    try {
      return await this.#follow(address, { ...options, signal });
    } catch (error) {
      options.signal?.throwIfAborted();
      return { status: 'refused', ...failureOf(error, timeout.aborted) };
    }
  }

  async #follow(start: string, hop: Hop): Promise<FetchOutcome> {
    let address = start;
    let isForNow = false;
    for (let redirects = 0; redirects <= this.#with.limits.maxRedirects; redirects++) {
      const outcome = await this.#once(address, hop);
      if (outcome.status !== 'redirect') return outcome.status === 'ok' && isForNow ? { ...outcome, isForNow } : outcome;
      isForNow ||= outcome.isForNow;
      const next = parseWebAddress(outcome.to, address);
      if (next.valid && (await hop.mayFollow?.(next.url)) === false)
        return { status: 'refused', reason: 'redirect-outside', detail: next.url.href };
      address = next.valid ? next.url.href : outcome.to;
    }
    return { status: 'refused', reason: 'too-many-redirects' };
  }

  async #once(address: string, hop: Hop): Promise<HopOutcome> {
    const parsed = parseWebAddress(address);
    if (!parsed.valid) return { status: 'refused', reason: parsed.reason };
    const { url } = parsed;
    const { wall, limits, userAgent } = this.#with;
    // A resolver cannot be stopped, but need not be waited for.
    const host = await untilAborted(locateHost(url.hostname, this.#with), hop.signal);
    if (!host.found) return { status: 'refused', reason: host.reason, detail: host.detail };
    if (!limits.ports.includes(portOf(url)) && !wall.isOpened(host.address)) return { status: 'refused', reason: 'port' };
    const response = await requestOnce(url, {
      ...limits,
      address: host.address,
      signal: hop.signal,
      headers: headersOf(url, userAgent, hop),
    });
    try {
      return await this.#judge(response, url, hop);
    } finally {
      response.destroy();
    }
  }

  async #judge(response: IncomingMessage, url: URL, hop: Hop): Promise<HopOutcome> {
    const { statusCode: code = 0, headers } = response;
    if (code === 304) return { status: 'not-modified' };
    if (code === 404 || code === 410) return { status: 'gone', reason: `http-${code.toString()}` };
    if (code === 429 || code === 503) return { status: 'busy', reason: `http-${code.toString()}`, ...retryAfterMs(headers['retry-after']) };
    if ([301, 302, 303, 307, 308].includes(code) && headers.location !== undefined)
      return { status: 'redirect', to: asUtf8(headers.location), isForNow: code !== 301 && code !== 308 };
    if (code !== 200) return { status: 'refused', reason: `http-${code.toString()}` };
    const contentType = headers['content-type'] ?? '';
    const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (hop.accepts?.(mediaType, url) === false) return { status: 'refused', reason: 'type', detail: mediaType };
    const { limits } = this.#with;
    const bytes = await readBody(response, {
      ...limits,
      maxBytes: Math.min(limits.maxBytes, hop.maxBytes ?? Infinity),
      signal: hop.signal,
    });
    const { etag, 'last-modified': lastModified, 'x-robots-tag': robots = '' } = headers;
    return {
      status: 'ok',
      url: url.href,
      bytes,
      mediaType,
      contentType,
      robots: String(robots).toLowerCase(),
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
    };
  }
}

function headersOf({ href }: URL, userAgent: string, hop: Hop) {
  const known = hop.known?.url === href ? hop.known : undefined;
  return {
    'user-agent': userAgent,
    accept: 'text/html, application/xhtml+xml, text/plain;q=0.9, text/markdown;q=0.9, application/pdf;q=0.9, */*;q=0.1',
    'accept-encoding': 'gzip, br',
    ...(known?.etag === undefined ? {} : { 'if-none-match': known.etag }),
    ...(known?.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
  };
}

function failureOf(error: unknown, isLate: boolean): { readonly reason: string; readonly detail?: string } {
  if (isLate) return { reason: 'timed-out' };
  if (error instanceof Unacceptable) return { reason: error.reason };
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  if (code === 'HPE_HEADER_OVERFLOW') return { reason: 'headers-too-large' };
  return { reason: code.startsWith('HPE_') ? 'damaged' : 'unreachable', detail: code };
}

/** Bytes of a header come as Latin-1; servers mean UTF-8. */
function asUtf8(header: string): string {
  return Buffer.from(header, 'latin1').toString('utf8');
}
