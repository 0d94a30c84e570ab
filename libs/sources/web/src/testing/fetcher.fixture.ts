import { AddressWall } from '../addresses/address-wall.js';
import type { Resolve } from '../addresses/locate-host.js';
import { DEFAULT_LIMITS, type FetchLimits } from '../fetching/fetch-limits.js';
import { PageFetcher } from '../fetching/page-fetcher.js';

/** The network the sites of these tests are in; nothing else of this machine is opened. */
export const SITE_NETWORK = '127.0.0.1/32';

/** `site.test` and its subdomains are the sites of these tests; other names are not there. */
export const siteResolve: Resolve = (hostname) =>
  /(?:^|\.)site\.test\.?$/.test(hostname) ? Promise.resolve(['127.0.0.1']) : Promise.reject(new Error('ENOTFOUND'));

/** A fetcher that may reach the sites of these tests. */
export function siteFetcher(
  over: Partial<FetchLimits> & { readonly resolve?: Resolve; readonly allow?: readonly string[] } = {},
): PageFetcher {
  const { resolve = siteResolve, allow = [SITE_NETWORK], ...limits } = over;
  return new PageFetcher({ wall: new AddressWall(allow), resolve, userAgent: 'Test', limits: { ...DEFAULT_LIMITS, ...limits } });
}
