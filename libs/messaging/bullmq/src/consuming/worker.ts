import type { AnyQueue } from '@tributary/contracts';
import type { JobLog } from '@tributary/messaging-port';
import { Worker, type Job, type JobJson, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { bullmqPrefix } from '../connection/keys.js';
import { unavailable } from '../connection/unavailable.js';

// A killed process's jobs are to run elsewhere within 2 s: what is left of the lock (at most LOCK_MS) and the time to the next look add up to that.
// A look can come just before the last one's mark lapses, so that twice STALLED_LOOK_MS pass. BullMQ renews a lock after RENEW_MS / 2 to RENEW_MS;
// a process whose event loop stands still for longer than LOCK_MS − RENEW_MS loses its jobs, so CPU work stays off it.
export const LOCK_MS = 1200;
const RENEW_MS = 400;
const STALLED_LOOK_MS = 200;
/** Where nobody had a job, nobody need look so soon again: what is taken meanwhile has its lock until after the next look. */
export const QUIET_MS = LOCK_MS - 2 * STALLED_LOOK_MS;
export const TRY_AGAIN_MS = 200;
const CLOSE_WITHIN_MS = 2000;

/** Thrown into BullMQ to have a job tried again after a delay that has been decided already. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';

  readonly delayMs: number;

  constructor(reason: string, delayMs: number) {
    super(reason);
    this.delayMs = delayMs;
  }
}

/** A foreign program can leave a payload that is no JSON; BullMQ would fetch such a job again and again. */
class ForgivingWorker extends Worker<unknown, unknown> {
  tokenOf: WorkerParts['tokenOf'] = () => undefined;

  /** BullMQ keeps a lock by the id of its job, and forgets it with any fetch of the job that ends, also where a later one goes on. */
  override async processJob(...args: Parameters<Worker<unknown, unknown>['processJob']>) {
    const [{ id = '' }, token] = args;
    try {
      return await super.processJob(...args);
    } finally {
      const current = this.tokenOf(id);
      if (current !== undefined && current !== token) this.lockManager.trackJob(id, current, Date.now());
    }
  }

  protected override createJob(json: JobJson, jobId: string): Job<unknown> {
    try {
      return super.createJob(json, jobId);
    } catch {
      return super.createJob({ ...json, data: JSON.stringify('not JSON') }, jobId);
    }
  }
}

interface WorkerParts {
  readonly queue: AnyQueue;
  readonly prefix: string;
  readonly connection: Redis;
  readonly concurrency: number;
  readonly process: (job: Job<unknown>, token: string) => Promise<unknown>;
  /** Whether a job of the queue runs in this process. */
  readonly isAtWork: () => boolean;
  /** The lock under which a job runs in this process, if it does. */
  readonly tokenOf: (id: string) => string | undefined;
  readonly log: JobLog;
}

/** A BullMQ worker with our times: quick takeover, quick return after an outage, attempts counted by us. */
export async function startWorker({
  queue,
  prefix,
  connection,
  concurrency,
  process,
  isAtWork,
  tokenOf,
  log,
}: WorkerParts): Promise<Worker<unknown>> {
  const options: WorkerOptions = {
    connection,
    concurrency,
    prefix: bullmqPrefix(prefix, queue.name),
    lockDuration: LOCK_MS,
    lockRenewTime: RENEW_MS,
    stalledInterval: STALLED_LOOK_MS,
    maxStalledCount: Number.MAX_SAFE_INTEGER,
    runRetryDelay: TRY_AGAIN_MS,
    settings: { backoffStrategy: (_attempts, _type, error) => (error instanceof RetryLater ? error.delayMs : TRY_AGAIN_MS) },
    ...retention(queue),
  };
  const worker = new ForgivingWorker(queue.name, (job, token = '') => process(job, token), options);
  worker.tokenOf = tokenOf;
  lookForLostWhereJobsRun(worker, { connection, isAtWork });
  worker.on('error', refusalTeller(queue, log)); // BullMQ tries again by itself
  await worker.waitUntilReady();
  return worker;
}

/** BullMQ's look for jobs of dead processes writes a mark each time, and Redis brings every write to its disk: a queue of which nobody runs a job
 *  is only asked for that, and not at every turn. */
function lookForLostWhereJobsRun(
  { backend, keys: { active = '' } }: Worker<unknown>,
  { connection, isAtWork }: Pick<WorkerParts, 'connection' | 'isAtWork'>,
): void {
  const look = backend.moveStalledJobsToWait.bind(backend);
  let quietUntil = 0;
  backend.moveStalledJobsToWait = async () => {
    if (isAtWork()) return look();
    const now = performance.now();
    if (now < quietUntil) return [];
    if ((await connection.llen(active)) > 0) return look();
    quietUntil = now + QUIET_MS;
    return [];
  };
}

/** Tells, once for each kind, what Redis answers and does not do (NOPERM); that it does not answer is told of the connection of callers. */
function refusalTeller({ name }: AnyQueue, log: JobLog): (error: Error) => void {
  const told = new Set<string>();
  return (error) => {
    const [kind = ''] = error.message.split(' ', 1);
    if (error.name !== 'ReplyError' || told.has(kind)) return;
    told.add(kind);
    log('Redis refuses what a worker asks', { queue: name, reason: unavailable(error).message });
  };
}

// Age-based retention acts only when another job finishes, so a lone job outlives it.
function retention({ retention: { doneMs, doneCount, deadMs } }: AnyQueue): Pick<WorkerOptions, 'removeOnComplete' | 'removeOnFail'> {
  return { removeOnComplete: { age: Math.ceil(doneMs / 1000), count: doneCount }, removeOnFail: { age: Math.ceil(deadMs / 1000) } };
}

/** Ends a worker; while Redis is away its connection is cut instead of waited for. */
export async function endWorker(worker: Worker<unknown>, { force }: { readonly force: boolean }): Promise<void> {
  if (await settlesSoon(worker.close(force))) return;
  worker.disconnect().catch(() => undefined); // nothing is left to say
}

/** Waits for what Redis may never answer, not longer than a process may take to end; answers whether it has settled. */
export async function settlesSoon(work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, CLOSE_WITHIN_MS);
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  const hasSettled = await Promise.race([settled, tooLong]);
  clearTimeout(timer);
  return hasSettled;
}
