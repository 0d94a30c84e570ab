import { JobProgress, type JobQuery, type JobState, type JobSummary } from '@tributary/contracts';
import { formatJobId } from '@tributary/messaging-port';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { queueKey } from '../connection/keys.js';
import { readFailedReason, readReturned } from './outcomes.js';

/** BullMQ’s places of jobs, and the states a job there can have. */
const PLACES = [
  { key: 'active', states: ['active'] },
  { key: 'wait', states: ['waiting'] },
  { key: 'prioritized', states: ['waiting'] },
  { key: 'delayed', states: ['delayed'] },
  { key: 'completed', states: ['done', 'skipped', 'cancelled'] },
  { key: 'failed', states: ['dead'] },
] as const satisfies readonly { readonly key: string; readonly states: readonly JobState[] }[];
type Place = (typeof PLACES)[number];

const FIELDS = ['name', 'timestamp', 'finishedOn', 'ats', 'progress', 'failedReason', 'returnvalue'] as const;
const Text = z.string().nullable();
const Fields = z.tuple([z.string(), z.coerce.number(), Text, Text, Text, Text, Text]);

/** Where jobs of one state stand among others, so many of them are looked at before a list stays short. */
const MOST_LOOKED_AT = 5000;

/** Jobs as people see them, read without their payloads. */
export class JobViews {
  readonly #redis: Redis;
  readonly #prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  async get(queue: string, own: string): Promise<JobSummary | undefined> {
    const key = (name: string): string => queueKey(this.#prefix, queue, name);
    // One transaction, so that a job on its way from one place to the next is seen in one of them.
    const answers = await this.#redis
      .multi()
      .hmget(key(own), ...FIELDS)
      .lpos(key('active'), own)
      .lpos(key('wait'), own)
      .zscore(key('prioritized'), own)
      .zscore(key('delayed'), own)
      .zscore(key('completed'), own)
      .zscore(key('failed'), own)
      .exec();
    const [fields, ...positions] = (answers ?? []).map(([error, answer]) => (error === null ? answer : null));
    const place = PLACES.find((_, index) => positions[index] !== null && positions[index] !== undefined);
    return place === undefined ? undefined : summary({ queue, own, place, fields });
  }

  async list(queue: string, { state, limit }: Pick<JobQuery, 'state' | 'limit'>): Promise<readonly JobSummary[]> {
    const places = PLACES.filter(({ states }) => state === undefined || states.some((one) => one === state));
    const found = await Promise.all(places.map((place) => this.#listPlace(queue, place, { state, limit })));
    return found.flat();
  }

  async #listPlace(
    queue: string,
    place: Place,
    { state, limit }: { state: JobState | undefined; limit: number },
  ): Promise<readonly JobSummary[]> {
    const found: JobSummary[] = [];
    for (let from = 0; from < MOST_LOOKED_AT && found.length < limit; from += limit) {
      const ids = await this.#newest(queueKey(this.#prefix, queue, place.key), place, { from, limit });
      const pipeline = this.#redis.pipeline();
      for (const id of ids) pipeline.hmget(queueKey(this.#prefix, queue, id), ...FIELDS);
      const answers = (await pipeline.exec()) ?? [];
      for (const [index, own] of ids.entries()) {
        const job = summary({ queue, own, place, fields: answers[index]?.[1] });
        if (job !== undefined && (state === undefined || job.state === state)) found.push(job);
      }
      if (ids.length < limit) break;
    }
    return found.slice(0, limit);
  }

  #newest(key: string, { key: place }: Place, { from, limit }: { from: number; limit: number }): Promise<string[]> {
    const to = from + limit - 1;
    return place === 'active' || place === 'wait' ? this.#redis.lrange(key, from, to) : this.#redis.zrevrange(key, from, to);
  }
}

interface Found {
  readonly queue: string;
  readonly own: string;
  readonly place: Place;
  readonly fields: unknown;
}

function summary({ queue, own, place, fields }: Found): JobSummary | undefined {
  const parsed = Fields.safeParse(fields);
  if (!parsed.success) return undefined; // forgotten between the two looks
  const [name, timestamp, finishedOn, runs, progress, failedReason, returned] = parsed.data;
  const isEnded = place.key === 'completed' || place.key === 'failed';
  const known = progress === null ? undefined : JobProgress.safeParse(JSON.parse(progress)).data;
  return {
    id: formatJobId(queue, own),
    queue,
    state: place.states[0],
    attempts: Number(runs ?? 0),
    created_at: new Date(timestamp).toISOString(),
    ...(name === queue ? {} : { label: name }),
    ...(known === undefined ? {} : { progress: known }),
    ...(isEnded && typeof finishedOn === 'string' ? { finished_at: new Date(Number(finishedOn)).toISOString() } : {}),
    ...(place.key === 'completed' ? readReturned(returned ?? 'null') : {}),
    ...(place.key === 'failed' ? { error: readFailedReason(failedReason ?? '') } : {}),
  };
}

/** Newest first; jobs of one moment by the order of their ids. */
export function byAge(one: JobSummary, other: JobSummary): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1;
  if (one.id.length !== other.id.length) return other.id.length - one.id.length;
  return one.id < other.id ? 1 : -1;
}
