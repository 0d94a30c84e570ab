import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from '../deployment/deployment.ts';
import { Metrics } from '../load/metrics.ts';
import { SERVICES, type RunningService } from '../places/place.ts';

const BUCKETS = 'tributary_search_duration_seconds_bucket';

/** What the metrics of all processes said at one moment. */
interface Scrape {
  /** Seconds since the first one. */
  readonly at: number;
  /** Documents that are indexed. */
  readonly documents: number;
  /** Jobs of the bulk ingest that wait. */
  readonly waiting: number;
  readonly embedders: number;
  /** Searches that ended since the scrape before, by the upper bound of what they took, in seconds. */
  readonly searches: ReadonlyMap<number, number>;
}

/** Scrapes every process again and again, as Prometheus does, until it is stopped. */
export class Scrapes {
  readonly all: Scrape[] = [];
  readonly #deployment: Deployment;
  readonly #everyMs: number;
  readonly #beganAt = performance.now();
  /** Counters as they were, by process: one that is new began at 0. */
  readonly #before = new Map<string, ReadonlyMap<number, number>>();
  readonly #working: Promise<void>;
  #isStopping = false;

  constructor(deployment: Deployment, everyMs: number) {
    this.#deployment = deployment;
    this.#everyMs = everyMs;
    this.#working = this.#work();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      await Promise.all([this.#scrape().catch(() => undefined), pause(this.#everyMs)]); // a gateway that has just ended
    }
  }

  async #scrape(): Promise<void> {
    const at = (performance.now() - this.#beganAt) / 1000;
    const { place } = this.#deployment;
    const running = SERVICES.flatMap((service) => this.#deployment.running(service).map((one) => ({ service, one })));
    const read = await Promise.all(running.map(async ({ service, one }) => ({ service, one, metrics: await metricsOf(one, place.token) })));
    const gateway = read.find(({ service, metrics }) => service === 'mcp-gateway' && metrics !== undefined)?.metrics;
    if (gateway === undefined || gateway.sum('tributary_up', { part: 'queues' }) === 0) return; // Redis is away: nothing is known
    const searches = new Map<number, number>();
    for (const { service, one, metrics } of read)
      if (service === 'search-federation' && metrics !== undefined)
        for (const [bound, count] of this.#sinceLast(one.url, metrics)) searches.set(bound, (searches.get(bound) ?? 0) + count);
    this.all.push({
      at,
      documents: gateway.sum('tributary_collection_documents'),
      waiting: ['ingest-document', 'embed-chunks'].reduce(
        (sum, queue) => sum + gateway.sum('tributary_jobs', { queue, state: 'waiting' }),
        0,
      ),
      embedders: this.#deployment.running('embedder').length,
      searches,
    });
  }

  #sinceLast(process: string, metrics: Metrics): readonly (readonly [bound: number, count: number])[] {
    const now = new Map(metrics.values(BUCKETS, 'le').map(([bound, count]) => [bound === '+Inf' ? Infinity : Number(bound), count]));
    const before = this.#before.get(process);
    this.#before.set(process, now);
    return [...now].map(([bound, count]) => [bound, count - (before?.get(bound) ?? 0)]);
  }
}

/** Undefined when it has just ended. */
function metricsOf({ url }: RunningService, token: string): Promise<Metrics | undefined> {
  return Metrics.of(url, token).catch(() => undefined);
}

/** The quantile of cumulative buckets, as Prometheus reckons it: linear inside a bucket. NaN where there is nothing in them. */
export function quantile(buckets: ReadonlyMap<number, number>, share: number): number {
  const sorted = [...buckets].sort(([a], [b]) => a - b);
  const total = sorted.at(-1)?.[1] ?? 0;
  if (total === 0) return Number.NaN;
  let [lower, below] = [0, 0];
  for (const [bound, count] of sorted) {
    if (count >= share * total) {
      if (bound === Infinity) return lower;
      return lower + ((bound - lower) * (share * total - below)) / Math.max(1, count - below);
    }
    [lower, below] = [bound, count];
  }
  return lower;
}
