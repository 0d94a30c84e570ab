import { WebSettings } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { parseWebAddress, toCanonicalUrl } from '../urls/web-address.js';

const DEFAULT_DEPTH = 3;
const DEFAULT_PAGES = 200;

/** What a source of the web reads. */
export interface WebPlan {
  readonly mode: 'page' | 'sitemap' | 'crawl';
  readonly location: string;
  /** Pages that were named, the location first. */
  readonly named: readonly string[];
  readonly depth: number;
  readonly pages: number;
}

/** Makes a plan of what was asked for. @param maxPages more are never read, whatever was asked for
 *  @throws `SOURCE.SETTINGS_INVALID`, `SOURCE.ADDRESS_REFUSED` */
export function planOf(location: string, given: unknown, maxPages: number): WebPlan {
  const parsed = WebSettings.safeParse(given ?? {});
  if (!parsed.success)
    throw permanent('SOURCE.SETTINGS_INVALID', `web: ${parsed.error.issues[0]?.message ?? 'not settings of a web source'}`);
  const { mode: wished, urls = [], depth, pages } = parsed.data;
  const mode = wished ?? modeOf(location, { isCrawl: depth !== undefined || pages !== undefined });
  return {
    mode,
    location: requireAddress(location),
    named: [location, ...(mode === 'page' ? urls : [])].map(requireAddress),
    depth: mode === 'crawl' ? (depth ?? DEFAULT_DEPTH) : 0,
    pages: Math.min(pages ?? Math.max(DEFAULT_PAGES, urls.length + 1), maxPages),
  };
}

function modeOf(location: string, { isCrawl }: { readonly isCrawl: boolean }): WebPlan['mode'] {
  // Bounded: it is asked of one address.
  if (/sitemap[^/]*\.(?:xml|txt)(?:\.gz)?$/i.test(URL.parse(location)?.pathname ?? '')) return 'sitemap';
  return isCrawl ? 'crawl' : 'page';
}

function requireAddress(text: string): string {
  const address = toCanonicalUrl(text);
  if (address !== undefined) return address;
  const parsed = parseWebAddress(text);
  throw permanent(
    'SOURCE.ADDRESS_REFUSED',
    `${text} cannot be read (${parsed.valid ? 'refused' : parsed.reason}): give an address of http or https.`,
  );
}
