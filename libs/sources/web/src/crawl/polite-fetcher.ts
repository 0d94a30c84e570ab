import type { FetchOptions, FetchOutcome } from '../fetching/fetch-outcome.js';
import type { PageFetcher } from '../fetching/page-fetcher.js';
import { readRobots, type RobotsRules } from '../robots/robots-rules.js';

/** A host that asks for more patience than this is left for the next sync. */
const MAX_WAIT_MS = 30_000;
/** Waited where a host is busy and does not say for how long. */
const BUSY_MS = 5000;
/** How often a busy host is asked again for one page. */
const RETRIES = 2;

export interface Politeness {
  readonly fetcher: Pick<PageFetcher, 'fetch'>;
  /** The name robots.txt knows us by. */
  readonly agent: string;
  /** Between two requests to one host, in milliseconds; more where its robots.txt asks for it. */
  readonly delayMs: number;
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly now: () => number;
}

interface Host {
  readonly robots: RobotsRules;
  nextAt: number;
  /** It asked for more patience than we have: not asked again by this scan. */
  isBusy: boolean;
}

/** Fetches as a guest: what robots.txt allows, one request at a time, with a pause between two to one host, and again later where the host is busy. One
 *  scan each. */
export class PoliteFetcher {
  readonly #with: Politeness;
  readonly #hosts = new Map<string, Host>();

  constructor(politeness: Politeness) {
    this.#with = politeness;
  }

  async fetch(url: string, options: FetchOptions): Promise<FetchOutcome> {
    const host = await this.#hostOf(url, options.signal);
    const refusal = host.robots.refusalOf(url);
    if (refusal !== undefined) return { status: 'refused', reason: refusal };
    for (let attempt = 0; ; attempt++) {
      if (host.isBusy) return { status: 'busy', reason: 'host-busy' };
      const outcome = await this.#inTurn(host, url, options);
      if (outcome.status !== 'busy') return outcome;
      const waitMs = outcome.retryAfterMs ?? BUSY_MS;
      if (attempt === RETRIES || waitMs > MAX_WAIT_MS) host.isBusy = true;
      if (host.isBusy) return outcome;
      await this.#with.pause(waitMs, options.signal);
    }
  }

  async #inTurn(host: Host, url: string, options: FetchOptions): Promise<FetchOutcome> {
    const { now, pause, fetcher, delayMs } = this.#with;
    const waitMs = host.nextAt - now();
    if (waitMs > 0) await pause(waitMs, options.signal);
    const mayFollow = async (target: URL) =>
      (options.mayFollow === undefined || (await options.mayFollow(target))) && (await this.#allows(target.href, options.signal));
    const outcome = await fetcher.fetch(url, { ...options, mayFollow });
    host.nextAt = now() + Math.max(delayMs, host.robots.delayMs);
    return outcome;
  }

  async #allows(url: string, signal: AbortSignal | undefined): Promise<boolean> {
    return (await this.#hostOf(url, signal)).robots.refusalOf(url) === undefined;
  }

  async #hostOf(url: string, signal: AbortSignal | undefined): Promise<Host> {
    const { origin } = new URL(url);
    const known = this.#hosts.get(origin);
    if (known !== undefined) return known;
    const { fetcher, agent } = this.#with;
    const host = { robots: await readRobots(url, { fetcher, agent, signal }), nextAt: 0, isBusy: false };
    this.#hosts.set(origin, host);
    return host;
  }
}
