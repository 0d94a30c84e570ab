import { setTimeout as sleep } from 'node:timers/promises';
import { isIP } from 'node:net';
import { retryable } from '@tributary/kernel';
import type {
  ReadOptions,
  ReadOutcome,
  RootState,
  ScannedEntry,
  ScanOptions,
  SourceReader,
  SourceSettings,
  TextExtractor,
} from '@tributary/sources-port';
import { AddressWall } from '../addresses/address-wall.js';
import { systemResolve, type Resolve } from '../addresses/locate-host.js';
import { HostTurns } from '../crawl/host-turns.js';
import { PoliteFetcher, type Politeness } from '../crawl/polite-fetcher.js';
import { isReadable, readPage } from '../crawl/read-page.js';
import { SiteScan } from '../crawl/site-scan.js';
import { DEFAULT_LIMITS, type FetchLimits } from '../fetching/fetch-limits.js';
import { PageFetcher } from '../fetching/page-fetcher.js';
import { sitemapPages } from '../sitemaps/sitemap-pages.js';
import { canonicalUrl, parseWebAddress } from '../urls/web-address.js';
import { planOf, type WebPlan } from './web-plan.js';

/** The name robots.txt files know this program by. */
const AGENT = 'Tributary';
/** How long what was learnt of a host holds for pages that are read one by one. */
const KEPT_MS = 120_000;

export interface WebReaderOptions {
  readonly extractor: TextExtractor;
  /** Networks that may be reached though they are not public. */
  readonly allowAddresses?: readonly string[];
  readonly limits?: Partial<FetchLimits>;
  /** Between two requests to one host, in milliseconds. */
  readonly delayMs?: number;
  /** Most pages of one source. */
  readonly maxPages?: number;
  readonly userAgent?: string;
  readonly resolve?: Resolve;
  readonly pause?: Politeness['pause'];
  readonly now?: Politeness['now'];
}

/** Reads pages of the web: one or several, those of a sitemap, or a crawl of one site. */
export class WebReader implements SourceReader {
  readonly kind = 'web';
  readonly #extractor: TextExtractor;
  readonly #wall: AddressWall;
  readonly #politeness: Politeness;
  /** For pages that are read one by one; each walk learns anew what its hosts ask for. */
  readonly #single: PoliteFetcher;
  readonly #maxPages: number;

  constructor(options: WebReaderOptions) {
    const { extractor, allowAddresses, limits, delayMs = 1000, maxPages = 10_000, userAgent = AGENT, resolve = systemResolve } = options;
    this.#extractor = extractor;
    this.#maxPages = maxPages;
    this.#wall = new AddressWall(allowAddresses);
    const fetcher = new PageFetcher({ wall: this.#wall, resolve, userAgent, limits: { ...DEFAULT_LIMITS, ...limits } });
    const { pause = (ms, signal) => sleep(ms, undefined, { signal }), now = () => performance.now() } = options;
    this.#politeness = { fetcher, agent: AGENT, delayMs, pause, now, turns: new HostTurns(now) };
    this.#single = new PoliteFetcher(this.#politeness, KEPT_MS);
  }

  /** Looks at the address alone, not at what is there: that is the scan's. Unusable are `not-an-address`, `scheme`, `credentials`, `too-long` and
   *  `address-refused`. */
  inspect(location: string, settings?: SourceSettings): Promise<RootState> {
    const address = parseWebAddress(location);
    if (!address.valid) return Promise.resolve({ usable: false, reason: address.reason });
    planOf(location, settings, this.#maxPages);
    const { hostname } = address.url;
    const literal = hostname.replace(/^\[(.*)\]$/, '$1');
    const isClosed = isIP(literal) !== 0 && this.#wall.refusalOf(literal) !== undefined;
    if (isClosed) return Promise.resolve({ usable: false, reason: 'address-refused' });
    return Promise.resolve({ usable: true, location: canonicalUrl(address.url), name: literal.replace(/\.$/, '') });
  }

  /** @throws `SOURCE.UNREADABLE` for a sitemap that cannot be read */
  async *scan(location: string, { signal, settings, memory, ignore = [] }: ScanOptions = {}): AsyncGenerator<ScannedEntry> {
    signal?.throwIfAborted();
    const plan = planOf(location, settings, this.#maxPages);
    const fetcher = new PoliteFetcher(this.#politeness);
    const { pages: start, left } = plan.mode === 'sitemap' ? await this.#sitemap(plan, fetcher, signal) : { pages: plan.named, left: [] };
    yield* left;
    const { mode, depth, pages } = plan;
    const scan = new SiteScan({ plan: { mode, start, depth, pages, ignore }, fetcher, extractor: this.#extractor, memory, signal });
    yield* scan.entries();
  }

  /** Reads one page now, whatever is known of it. */
  async read(_location: string, path: string, { signal }: ReadOptions = {}): Promise<ReadOutcome> {
    signal?.throwIfAborted();
    const outcome = await this.#single.fetch(path, {
      signal,
      accepts: (mediaType, url) => isReadable(this.#extractor, { mediaType, url }),
    });
    if (outcome.status === 'gone') return { read: false, reason: 'missing' };
    if (outcome.status !== 'ok')
      return { read: false, reason: outcome.status === 'not-modified' ? 'unreadable' : outcome.reason, passing: true };
    const page = await readPage(outcome, this.#extractor, signal);
    if (!page.readable) return { read: false, reason: page.reason };
    // A login is not the page.
    if (outcome.isForNow === true && page.address !== path) return { read: false, reason: 'redirect-for-now', passing: true };
    return page.noIndex ? { read: false, reason: 'noindex' } : page.document;
  }

  async #sitemap({ location, pages }: WebPlan, fetcher: PoliteFetcher, signal: AbortSignal | undefined) {
    const found = await sitemapPages(location, { fetcher, pages, signal });
    if (found.found) return found;
    throw retryable('SOURCE.UNREADABLE', `The sitemap ${location} cannot be read (${found.reason}). Nothing was deleted.`);
  }
}
