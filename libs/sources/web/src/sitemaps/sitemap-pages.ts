import type { LeftOutEntry } from '@tributary/sources-port';
import type { PoliteFetcher } from '../crawl/polite-fetcher.js';
import { toCanonicalUrl } from '../urls/web-address.js';
import { parseSitemap, type Sitemap } from './parse-sitemap.js';

/** Files of one index that are read. */
const MOST_FILES = 100;

interface Wanted {
  readonly fetcher: Pick<PoliteFetcher, 'fetch'>;
  /** With so many addresses no further file is read. */
  readonly pages: number;
  readonly signal: AbortSignal | undefined;
}

export type SitemapPages =
  | {
      readonly found: true;
      /** All that the files that were read name, also where they are more than were wanted. */
      readonly pages: readonly string[];
      /** Files of an index that were not read, and pages that are not of the site. */
      readonly left: readonly LeftOutEntry[];
    }
  | { readonly found: false; readonly reason: string };

type SitemapFile =
  | (Sitemap & {
      readonly read: true;
      /** Where it answered from. */
      readonly url: string;
      readonly isForNow: boolean;
    })
  | { readonly read: false; readonly reason: string };

/** The pages of a sitemap and of those it is an index of, of the sitemap's own host alone: the one it has moved to for good, where it has. A file of an
 *  index that cannot be read costs its own pages. */
export async function sitemapPages(location: string, { fetcher, pages: most, signal }: Wanted): Promise<SitemapPages> {
  const first = await readSitemap(location, { fetcher, signal });
  if (!first.read) return { found: false, reason: first.reason };
  const { host } = new URL(first.isForNow ? location : first.url);
  const pages = new Set<string>();
  const files = new Set<string>([location]);
  const left = new Map<string, LeftOutEntry>();
  const leaveOut = (path: string, reason: string) => left.set(path, { found: false, path, reason, passing: true });
  const take = (addresses: readonly string[], { base, into }: { readonly base: string; readonly into: Set<string> }) => {
    for (const address of addresses) {
      const url = toCanonicalUrl(address, base);
      if (url !== undefined && new URL(url).host === host) into.add(url);
      else leaveOut(url ?? address, 'outside');
    }
  };
  let count = 0;
  // What an index names is added to the files while they are gone through.
  for (const url of files) {
    const limit = pages.size >= most ? 'page-limit' : count++ >= MOST_FILES ? 'sitemap-limit' : undefined;
    const file = url === location ? first : limit === undefined ? await readSitemap(url, { fetcher, signal }) : undefined;
    if (file?.read !== true) {
      leaveOut(url, file?.reason ?? limit ?? 'not-a-sitemap');
      continue;
    }
    take(file.pages, { base: file.url, into: pages });
    take(file.sitemaps, { base: file.url, into: files });
  }
  return { found: true, pages: [...pages], left: [...left.values()] };
}

async function readSitemap(location: string, { fetcher, signal }: Pick<Wanted, 'fetcher' | 'signal'>): Promise<SitemapFile> {
  const outcome = await fetcher.fetch(location, { signal });
  if (outcome.status === 'not-modified') return { read: false, reason: 'not-a-sitemap' };
  if (outcome.status !== 'ok') return { read: false, reason: outcome.reason };
  const sitemap = parseSitemap(outcome.bytes);
  if (sitemap === undefined) return { read: false, reason: 'not-a-sitemap' };
  return { read: true, url: outcome.url, isForNow: outcome.isForNow === true, ...sitemap };
}
