import type { z } from 'zod';

/** How often and how far apart a failed job is tried. */
export interface RetryPolicy {
  /** Runs in all, the first included. */
  readonly attempts: number;
  /** Wait before run n+1: delayMs × factor^(n−1), spread by ± jitter (a share between 0 and 1). */
  readonly backoff: { readonly delayMs: number; readonly factor: number; readonly jitter: number };
  /** True where runs that met a server that took no request do not count, however long it is away; left out: they count. */
  readonly outlastsOutages?: boolean;
}

export interface QueueDefinition<Data extends z.ZodType, Result extends z.ZodType> {
  readonly name: string;
  /** `work` is kept until done; `request` is answered before its deadline or not at all. */
  readonly kind: 'work' | 'request';
  readonly data: Data;
  readonly result: Result;
  readonly retry: RetryPolicy;
  /** Jobs of one key that wait are one job; undefined: every job stands alone. */
  readonly dedupKey?: (data: z.output<Data>) => string | undefined;
  /** Jobs of one key never run at the same time; undefined: no restriction. */
  readonly exclusiveKey?: (data: z.output<Data>) => string;
  /** What else waits where a run of this job meets an engine or a model that is away: documents of one collection stand on the same; undefined: outages are not noted. */
  readonly outageKey?: (data: z.output<Data>) => string;
  /** What a job is about, for lists of jobs: a document or a source, never a text; undefined: nothing is shown. */
  readonly label?: (data: z.output<Data>) => string;
  /** The same for a payload that does not parse, as far as it tells; undefined: nothing is shown. */
  readonly labelOfBroken?: (payload: unknown) => string | undefined;
  /** Why a payload is not taken although the schema would read it, such as for a field it would leave out; undefined: it is taken. */
  readonly refusal?: (payload: unknown) => string | undefined;
  /** How long finished and dead jobs are remembered. */
  readonly retention: { readonly doneMs: number; readonly doneCount: number; readonly deadMs: number };
}

/** Any declared queue. */
export type AnyQueue = QueueDefinition<z.ZodType, z.ZodType>;
export type QueueData<Q extends AnyQueue> = z.output<Q['data']>;
export type QueueInput<Q extends AnyQueue> = z.input<Q['data']>;
export type QueueResult<Q extends AnyQueue> = z.output<Q['result']>;

type Declaration<Data extends z.ZodType, Result extends z.ZodType> = Pick<QueueDefinition<Data, Result>, 'name' | 'data' | 'result'> &
  Partial<Omit<QueueDefinition<Data, Result>, 'name' | 'data' | 'result'>>;

const HOUR_MS = 3_600_000;
const RETRY: RetryPolicy = { attempts: 5, backoff: { delayMs: 500, factor: 2, jitter: 0.5 } };
/** For jobs that carry a document: nothing that is away may cost one. */
export const DOCUMENT_RETRY: RetryPolicy = { ...RETRY, outlastsOutages: true };

/** Declares a queue once; payload and result types come from the schemas. Work queues get five jittered attempts unless they say otherwise. */
export function defineQueue<Data extends z.ZodType, Result extends z.ZodType>(
  declaration: Declaration<Data, Result>,
): QueueDefinition<Data, Result> {
  return {
    kind: 'work',
    retry: RETRY,
    retention: { doneMs: HOUR_MS, doneCount: 1000, deadMs: 30 * 24 * HOUR_MS },
    ...declaration,
  };
}

/** Declares a request/reply queue: one attempt, nothing kept. */
export function defineRequest<Data extends z.ZodType, Result extends z.ZodType>(
  declaration: Pick<QueueDefinition<Data, Result>, 'name' | 'data' | 'result'>,
): QueueDefinition<Data, Result> {
  return {
    kind: 'request',
    retry: { attempts: 1, backoff: { delayMs: 0, factor: 1, jitter: 0 } },
    retention: { doneMs: 0, doneCount: 0, deadMs: 0 },
    ...declaration,
  };
}
