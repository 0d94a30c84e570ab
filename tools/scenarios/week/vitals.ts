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
      this.#note('Redis: keys that stay', { day, hour, value: await this.#keys() });
      await pause(this.#calendar.hourMs / 4);
    }
  }

  /** Without what ends by itself later than a day of this week: the records of finished jobs, of which each queue keeps an hour’s and a thousand, and keys
   *  that expire, such as ranked lists after ten minutes. */
  async #keys(): Promise<number> {
    const { prefix } = this.#deployment.place.redis;
    const finished = await Promise.all(allQueues.map(({ name }) => this.#redis.zcard(`{${prefix}:${name}}:${name}:completed`)));
    const { keys, expires } = keyspaceOf(await this.#redis.info('keyspace'));
    return keys - expires - finished.reduce((sum, count) => sum + count, 0);
  }

  #note(series: string, { day, hour, value }: { readonly day: number; readonly hour: number; readonly value: number }): void {
    const days = this.#least.get(series) ?? [];
    this.#least.set(series, days);
    const hours = (days[day] ??= []);
    hours[hour] = Math.min(hours[hour] ?? Infinity, value);
  }
}

/** As Redis counts them: `db0:keys=12,expires=3,avg_ttl=…`. */
function keyspaceOf(info: string): { readonly keys: number; readonly expires: number } {
  const [, keys = '0', expires = '0'] = /^db0:keys=(\d+),expires=(\d+)/m.exec(info) ?? [];
  return { keys: Number(keys), expires: Number(expires) };
}
