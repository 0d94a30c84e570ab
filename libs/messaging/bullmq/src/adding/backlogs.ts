import type { AnyQueue, QueueCounts } from '@tributary/contracts';
import type { TributaryError } from '@tributary/kernel';
import { backPressure, limitsOf, refusal, type Backlog, type JobLog, type LimitsByQueue } from '@tributary/messaging-port';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { queueKey, queueNamesKey } from '../connection/keys.js';
import type { BullmqOptions } from '../options.js';
import { dropOldestDead, surveyQueue } from '../scripts/scripts.js';

/** A count may be this old while there is room, */
const ROOMY_MS = 250;
/** and this old when a job is refused because of it. */
const TIGHT_MS = 20;
const MEMORY_MS = 1000;
const FULL_SHARE = 0.8;
/** Part of the memory that the dead letters of a queue keep also while Redis is nearly full: what is alive takes the rest, and goes as it is done. */
const DEAD_SHARE = 0.25;
/** Dead letters of a queue that go at a time to make room; each has at most a payload of 1 MB. */
const DROPPED_AT_ONCE = 8;
/** Times room is made for one job before it is refused: the next one goes on. */
const MOST_ROUNDS = 32;

const Survey = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);

interface Known {
  readonly at: number;
  /** Not begun, delayed ones included. */
  waiting: number;
  bytes: number;
  readonly delayed: number;
  readonly oldest_ms: number;
}

interface Memory {
  readonly at: number;
  /** Used ÷ limit; 0 without a limit. */
  readonly share: number;
  /** Bytes. */
  readonly limit: number;
}

/** How much waits per queue: looked up now and then, kept in step with this process's own adds in between. */
export class Backlogs {
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #limits: LimitsByQueue;
  readonly #log: JobLog;
  readonly #known = new Map<string, Known>();
  /** Counts that Redis has been asked for: whoever comes meanwhile gets the same one. */
  readonly #asked = new Map<string, Promise<Known>>();
  #memory: Memory | undefined;

  constructor(redis: Redis, prefix: string, { limits = {}, log = () => undefined }: Pick<BullmqOptions, 'limits' | 'log'>) {
    this.#redis = redis;
    this.#log = log;
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

  /** Why what comes on top of what may run has no room; of what was put off only the payloads count. */
  async overflow(queue: AnyQueue): Promise<TributaryError | undefined> {
    const refusalOf = async (maxAgeMs: number): Promise<TributaryError | undefined> => {
      const backlog = await this.#backlog(queue, maxAgeMs);
      return refusal(queue, { ...backlog, waiting: backlog.waiting - backlog.delayed }, limitsOf(queue, this.#limits));
    };
    const refused = (await refusalOf(ROOMY_MS)) && (await refusalOf(TIGHT_MS));
    return refused ?? (await this.#memoryRefusal(queue));
  }

  /** How many may run. */
  async runnable(queue: AnyQueue): Promise<number> {
    const { waiting, delayed } = await this.#backlog(queue, TIGHT_MS);
    return waiting - delayed;
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
    const counted: Known = { at, waiting: waiting + delayed, delayed, bytes, oldest_ms };
    this.#known.set(queue.name, counted);
    return counted;
  }

  async #survey(queue: AnyQueue): Promise<Backlog & Pick<QueueCounts, 'delayed' | 'active' | 'dead'>> {
    const answer = await surveyQueue.run(this.#redis, [queueKey(this.#prefix, queue.name, '')], []);
    const [waiting, delayed, active, dead, oldest, bytes] = Survey.parse(answer);
    return { waiting, delayed, active, dead, bytes, oldest_ms: oldest === 0 ? 0 : Math.max(0, Date.now() - oldest) };
  }

  async #memoryRefusal(queue: AnyQueue): Promise<TributaryError | undefined> {
    const now = performance.now();
    if (this.#memory === undefined || now - this.#memory.at > MEMORY_MS) {
      await this.#measureMemory(now);
      if (this.#isFull()) await this.#makeRoom();
    }
    const { share } = this.#memory ?? { share: 0 };
    return this.#isFull() ? backPressure(queue, `Redis uses ${Math.round(share * 100)} % of its memory`) : undefined;
  }

  async #measureMemory(at: number): Promise<void> {
    this.#memory = { at, ...readMemory(await this.#redis.info('memory')) };
  }

  #isFull(): boolean {
    return this.#memory !== undefined && this.#memory.share > FULL_SHARE;
  }

  /** Dead letters must not keep what is alive from being accepted: where they fill Redis, the first to have died go. */
  async #makeRoom(): Promise<void> {
    const names = await this.#redis.smembers(queueNamesKey(this.#prefix)).catch(() => []);
    let dropped = 0;
    for (let round = 0; round < MOST_ROUNDS && this.#isFull(); round++) {
      const counts = await Promise.all(names.map((name) => this.#dropDead(name)));
      const sum = counts.reduce((total, count) => total + count, 0);
      if (sum === 0) break;
      dropped += sum;
      await this.#measureMemory(performance.now());
    }
    if (dropped > 0) this.#log('dead letters dropped, as Redis is nearly full', { dropped });
  }

  /** @returns how many; none of a queue whose dead letters are few, or whose keys this process may not touch */
  async #dropDead(name: string): Promise<number> {
    const kept = DEAD_SHARE * (this.#memory?.limit ?? 0);
    return Number(await dropOldestDead.run(this.#redis, [queueKey(this.#prefix, name, '')], [DROPPED_AT_ONCE, kept]).catch(() => 0));
  }
}

/** From the answer to INFO. */
function readMemory(info: string): Omit<Memory, 'at'> {
  const field = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const limit = field('maxmemory');
  return { limit, share: limit === 0 ? 0 : field('used_memory') / limit };
}
