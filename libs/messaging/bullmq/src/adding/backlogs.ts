import type { AnyQueue, QueueCounts } from '@tributary/contracts';
import { backPressure, limitsOf, refusal, type Backlog, type LimitsByQueue } from '@tributary/messaging-port';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { queueKey } from '../connection/keys.js';
import { surveyQueue } from '../scripts/scripts.js';

/** A count may be this old while there is room, */
const ROOMY_MS = 250;
/** and this old when a job is refused because of it. */
const TIGHT_MS = 20;
const MEMORY_MS = 1000;
const FULL_SHARE = 0.8;

const Survey = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);

interface Known {
  readonly at: number;
  waiting: number;
  bytes: number;
  readonly oldest_ms: number;
}

/** How much waits per queue: looked up now and then, kept in step with this process's own adds in between. */
export class Backlogs {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #limits: LimitsByQueue;
  readonly #known = new Map<string, Known>();
  /** Counts that Redis has been asked for: whoever comes meanwhile gets the same one. */
  readonly #asked = new Map<string, Promise<Known>>();
  #memory: { readonly at: number; readonly share: number } | undefined;

  constructor(redis: Redis, prefix: string, limits: LimitsByQueue) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#limits = limits;
  }

  /** Takes jobs into account that are about to be added. @throws `QUEUE.BACKPRESSURE` when the queue, or Redis itself, is full already */
  async admit(queue: AnyQueue, jobs: number, bytes: number): Promise<void> {
    const limits = limitsOf(queue, this.#limits);
    const seen = await this.#backlog(queue, ROOMY_MS);
    const known = refusal(queue, seen, limits) === undefined ? seen : await this.#backlog(queue, TIGHT_MS);
    const refused = refusal(queue, known, limits);
    if (refused !== undefined) throw refused;
    // Counted before anything else is waited for: who comes in the same moment sees it.
    known.waiting += jobs;
    known.bytes += bytes;
    const full = await this.#memoryRefusal(queue);
    if (full === undefined) return;
    known.waiting -= jobs;
    known.bytes -= bytes;
    throw full;
  }

  async waiting(queue: AnyQueue): Promise<number> {
    return (await this.#backlog(queue, TIGHT_MS)).waiting;
  }

  async counts(queue: AnyQueue): Promise<QueueCounts> {
    return { queue: queue.name, ...(await this.#survey(queue)) };
  }

  async #backlog(queue: AnyQueue, maxAgeMs: number): Promise<Known> {
    const known = this.#known.get(queue.name);
    if (known !== undefined && performance.now() - known.at <= maxAgeMs) return known;
    const asked = this.#asked.get(queue.name) ?? this.#count(queue).finally(() => this.#asked.delete(queue.name));
    this.#asked.set(queue.name, asked);
    return asked;
  }

  async #count(queue: AnyQueue): Promise<Known> {
    const at = performance.now();
    const { waiting, delayed, bytes, oldest_ms } = await this.#survey(queue);
    const counted: Known = { at, waiting: waiting + delayed, bytes, oldest_ms };
    this.#known.set(queue.name, counted);
    return counted;
  }

  async #survey(queue: AnyQueue): Promise<Backlog & Pick<QueueCounts, 'delayed' | 'active' | 'dead'>> {
    const answer = await surveyQueue.run(this.#redis, [queueKey(this.#prefix, queue.name, '')], []);
    const [waiting, delayed, active, dead, oldest, bytes] = Survey.parse(answer);
    return { waiting, delayed, active, dead, bytes, oldest_ms: oldest === 0 ? 0 : Math.max(0, Date.now() - oldest) };
  }

  async #memoryRefusal(queue: AnyQueue): Promise<Error | undefined> {
    const now = performance.now();
    if (this.#memory === undefined || now - this.#memory.at > MEMORY_MS)
      this.#memory = { at: now, share: memoryShare(await this.#redis.info('memory')) };
    const { share } = this.#memory;
    return share > FULL_SHARE ? backPressure(queue, `Redis uses ${Math.round(share * 100)} % of its memory`) : undefined;
  }
}

/** Used memory ÷ its limit, 0 without a limit, from the answer to INFO. */
function memoryShare(info: string): number {
  const field = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const limit = field('maxmemory');
  return limit === 0 ? 0 : field('used_memory') / limit;
}
