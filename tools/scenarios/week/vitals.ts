import { setTimeout as pause } from 'node:timers/promises';
import { allQueues } from '@tributary/contracts';
import { Redis } from 'ioredis';
import type { Deployment } from '../deployment/deployment.ts';
import { Metrics } from '../load/metrics.ts';
import { SERVICES } from '../places/place.ts';
import type { Calendar } from './calendar.ts';

/** Of a process at `/metrics`: what must not grow for ever. */
const MEASURES = {
  'resident memory, MB': (metrics: Metrics) => metrics.sum('process_resident_memory_bytes') / 1e6,
  'heap used, MB': (metrics: Metrics) => metrics.sum('nodejs_heap_size_used_bytes') / 1e6,
  handles: (metrics: Metrics) => metrics.sum('nodejs_active_handles_total'),
  'open files': (metrics: Metrics) => metrics.sum('process_open_fds'),
} as const;

/** Least values by day and hour: what is left when the garbage of the moment is gone. */
export type Series = ReadonlyMap<string, readonly (readonly number[])[]>;

/** Looks at every process and at Redis until it is stopped. */
export class Vitals {
  readonly #deployment: Deployment;
  readonly #calendar: Calendar;
  readonly #least = new Map<string, number[][]>();
  readonly #redis: Redis;
  readonly #working: Promise<void>;
  #isStopping = false;

  constructor(deployment: Deployment, calendar: Calendar) {
    this.#deployment = deployment;
    this.#calendar = calendar;
    this.#redis = new Redis(deployment.place.redis.url);
    this.#working = this.#work();
  }

  async stop(): Promise<Series> {
    this.#isStopping = true;
    await this.#working;
    this.#redis.disconnect();
    return this.#least;
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      const { day, hour } = this.#calendar.now();
      for (const service of SERVICES)
        for (const { url } of this.#deployment.running(service)) {
          const metrics = await Metrics.of(url, this.#deployment.place.token);
          for (const [what, read] of Object.entries(MEASURES)) this.#note(`${service}: ${what}`, { day, hour, value: read(metrics) });
        }
      this.#note('Redis: keys', { day, hour, value: await this.#keys() });
      await pause(this.#calendar.hourMs / 4);
    }
  }

  /** Without the records of finished jobs: an hour’s and a thousand of each queue are kept, which a week of an hour never gets to the end of. */
  async #keys(): Promise<number> {
    const { prefix } = this.#deployment.place.redis;
    const finished = await Promise.all(allQueues.map(({ name }) => this.#redis.zcard(`{${prefix}:${name}}:${name}:completed`)));
    return (await this.#redis.dbsize()) - finished.reduce((sum, count) => sum + count, 0);
  }

  #note(series: string, { day, hour, value }: { readonly day: number; readonly hour: number; readonly value: number }): void {
    const days = this.#least.get(series) ?? [];
    this.#least.set(series, days);
    const hours = (days[day] ??= []);
    hours[hour] = Math.min(hours[hour] ?? Infinity, value);
  }
}
