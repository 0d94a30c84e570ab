import parse from 'robots-parser';
import type { PageFetcher } from '../fetching/page-fetcher.js';

/** What is read of a robots.txt. */
const MAX_BYTES = 100_000;
/** No site is left waiting longer between two pages. */
const MAX_DELAY_MS = 30_000;

/** What a host asks of robots. */
export interface RobotsRules {
  /** Why a page is left alone: `robots`, or `robots-unreachable` where nobody can know; undefined where it may be read. */
  refusalOf(url: string): string | undefined;
  readonly delayMs: number;
}

/** Other answers of 4xx are none; what keeps its host from being asked at all keeps the page from it, too, and its own reason says more. */
const SAYS_ITSELF = /^(?:http-4\d\d|address-refused|unknown-host|port|type|too-large)$/;

const NOTHING_SAID: RobotsRules = { refusalOf: () => undefined, delayMs: 0 };
const CLOSED: RobotsRules = { refusalOf: () => 'robots-unreachable', delayMs: 0 };

/** Reads the robots.txt of the host of an address, as RFC 9309 says: none there allows everything, one that cannot be read nothing. */
export async function readRobots(
  url: string,
  {
    fetcher,
    agent,
    signal,
  }: { readonly fetcher: Pick<PageFetcher, 'fetch'>; readonly agent: string; readonly signal: AbortSignal | undefined },
): Promise<RobotsRules> {
  const address = new URL('/robots.txt', url).href;
  const outcome = await fetcher.fetch(address, { signal, maxBytes: MAX_BYTES * 5 });
  if (outcome.status === 'ok') {
    const rules = parse(address, new TextDecoder().decode(outcome.bytes.subarray(0, MAX_BYTES)));
    const delayMs = Math.min((rules.getCrawlDelay(agent) ?? 0) * 1000, MAX_DELAY_MS);
    return { refusalOf: (page) => (rules.isAllowed(page, agent) === false ? 'robots' : undefined), delayMs };
  }
  if (outcome.status === 'gone') return NOTHING_SAID;
  return outcome.status === 'refused' && SAYS_ITSELF.test(outcome.reason) ? NOTHING_SAID : CLOSED;
}
