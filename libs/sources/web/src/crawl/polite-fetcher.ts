import type { FetchOptions, FetchOutcome } from '../fetching/fetch-outcome.js';
import type { PageFetcher } from '../fetching/page-fetcher.js';
import type { HostTurn, HostTurns } from './host-turns.js';
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
  /** Milliseconds of a clock that does not go back. */
  readonly now: () => number;
  /** Those of everybody who asks hosts here. */
  readonly turns: HostTurns;
}

interface Host {
  readonly robots: RobotsRules;
  /** By the clock of `now`: from then on its robots.txt is read again, and it is asked again where it was busy. */
  readonly expiresAt: number;
  /** It asked for more patience than we have. */
  isBusy: boolean;
}

/** Fetches as a guest: what robots.txt allows, one request at a time, with a pause between two to one host, and again later where the host is busy. What
 *  it learnt of a host (its robots.txt, that it is busy) holds as long as it is told, else as long as it lives. */
export class PoliteFetcher {
  readonly #with: Politeness;
  readonly #keepMs: number;
  readonly #hosts = new Map<string, Host>();

  /** @param keepMs how long what it learnt of a host holds, in milliseconds */
  constructor(politeness: Politeness, keepMs = Infinity) {
    this.#with = politeness;
    this.#keepMs = keepMs;
  }

  fetch(url: string, options: FetchOptions): Promise<FetchOutcome> {
    return this.#with.turns.take(new URL(url).origin, options.signal, (turn) => this.#inTurn(turn, url, options));
  }

  async #inTurn(turn: HostTurn, url: string, options: FetchOptions): Promise<FetchOutcome> {
    const host = await this.#hostOf(url, options.signal);
    const refusal = host.robots.refusalOf(url);
    if (refusal !== undefined) return { status: 'refused', reason: refusal };
    for (let attempt = 0; ; attempt++) {
      if (host.isBusy) return { status: 'busy', reason: 'host-busy' };
      const outcome = await this.#once(turn, url, options);
      turn.nextAt = this.#with.now() + Math.max(this.#with.delayMs, host.robots.delayMs);
      if (outcome.status !== 'busy') return outcome;
      const waitMs = outcome.retryAfterMs ?? BUSY_MS;
      if (attempt === RETRIES || waitMs > MAX_WAIT_MS) host.isBusy = true;
      if (host.isBusy) return outcome;
      await this.#with.pause(waitMs, options.signal);
    }
  }

  async #once({ nextAt }: HostTurn, url: string, options: FetchOptions): Promise<FetchOutcome> {
    const { now, pause, fetcher } = this.#with;
    const waitMs = nextAt - now();
    if (waitMs > 0) await pause(waitMs, options.signal);
    const mayFollow = async (target: URL) =>
      (options.mayFollow === undefined || (await options.mayFollow(target))) && (await this.#allows(target.href, options.signal));
    return fetcher.fetch(url, { ...options, mayFollow });
  }

  async #allows(url: string, signal: AbortSignal | undefined): Promise<boolean> {
    return (await this.#hostOf(url, signal)).robots.refusalOf(url) === undefined;
  }

  async #hostOf(url: string, signal: AbortSignal | undefined): Promise<Host> {
    const { origin } = new URL(url);
    const { fetcher, agent, now } = this.#with;
    for (const [known, { expiresAt }] of this.#hosts) if (expiresAt <= now()) this.#hosts.delete(known);
    const known = this.#hosts.get(origin);
    if (known !== undefined) return known;
    const robots = await readRobots(url, { fetcher, agent, signal });
    const host = { robots, expiresAt: now() + this.#keepMs, isBusy: false };
    this.#hosts.set(origin, host);
    return host;
  }
}
