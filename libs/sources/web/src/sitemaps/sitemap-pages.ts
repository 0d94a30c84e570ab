import type { PoliteFetcher } from '../crawl/polite-fetcher.js';
import { toCanonicalUrl } from '../urls/web-address.js';
import { parseSitemap } from './parse-sitemap.js';

/** Files of one index that are read. */
const MOST_FILES = 100;

interface Wanted {
  readonly fetcher: Pick<PoliteFetcher, 'fetch'>;
  /** Most addresses. */
  readonly pages: number;
  readonly signal: AbortSignal | undefined;
}

export type SitemapPages = { readonly found: true; readonly pages: readonly string[] } | { readonly found: false; readonly reason: string };

/** The pages of a sitemap and of those it is an index of, of the sitemap's own host alone. A file of an index that cannot be read costs its own pages. */
export async function sitemapPages(location: string, { fetcher, pages: most, signal }: Wanted): Promise<SitemapPages> {
  const { host } = new URL(location);
  const waiting = [location];
  const pages = new Set<string>();
  for (let i = 0; i < waiting.length && i < MOST_FILES && pages.size < most; i++) {
    const [url = location] = waiting.slice(i, i + 1);
    const outcome = await fetcher.fetch(url, { signal });
    const sitemap = outcome.status === 'ok' ? parseSitemap(outcome.bytes) : undefined;
    if (sitemap === undefined) {
      if (i > 0) continue;
      return { found: false, reason: outcome.status === 'ok' || outcome.status === 'not-modified' ? 'not-a-sitemap' : outcome.reason };
    }
    const ofHost = (list: readonly string[]) =>
      list.map((address) => toCanonicalUrl(address, url)).filter((address) => address !== undefined && new URL(address).host === host);
    for (const page of ofHost(sitemap.pages)) if (page !== undefined && pages.size < most) pages.add(page);
    for (const file of ofHost(sitemap.sitemaps)) if (file !== undefined && !waiting.includes(file)) waiting.push(file);
  }
  return { found: true, pages: [...pages] };
}
