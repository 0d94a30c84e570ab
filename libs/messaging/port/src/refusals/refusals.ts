import type { AnyQueue } from '@tributary/contracts';
import { permanent, retryable, type TributaryError } from '@tributary/kernel';

/** Refuses to add to a request queue, or to wait for an answer from a work queue. @throws `QUEUE.WRONG_KIND` */
export function expectKind(queue: AnyQueue, kind: AnyQueue['kind']): void {
  if (queue.kind === kind) return;
  const instead = kind === 'work' ? 'it is answered at once: use `request`' : 'its jobs are kept until done: use `add`';
  throw permanent('QUEUE.WRONG_KIND', `The queue ${queue.name} is declared as "${queue.kind}": ${instead}.`, { category: 'internal' });
}

export function noAnswerer(queue: AnyQueue): TributaryError {
  return retryable('REQUEST.NO_ANSWERER', `No running process answers ${queue.name}. Start the service that does.`);
}

export function requestTimedOut(queue: AnyQueue): TributaryError {
  return retryable('REQUEST.TIMEOUT', `No answer from ${queue.name} before the deadline: ask again, or give it more time.`, {
    category: 'timeout',
  });
}

/** Why a job's signal aborts when somebody cancels it. */
export function jobCancelled(): TributaryError {
  return permanent('JOB.CANCELLED', 'The job was cancelled.', { category: 'cancelled' });
}

/** Why a job's signal aborts when its process stops before it is done. */
export function jobInterrupted(): TributaryError {
  return retryable('JOB.INTERRUPTED', 'The process stops; the job is given back and runs again elsewhere.', { category: 'cancelled' });
}
