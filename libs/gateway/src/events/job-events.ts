import { Readable } from 'node:stream';
import type { CallContext, JobQuery, JobState, JobSummary, Operations, Principal } from '@tributary/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toProblem } from '../http/problem.js';
import { follow, type Followed } from './follow.js';

const ENDED: ReadonlySet<JobState> = new Set<JobState>(['done', 'skipped', 'dead', 'cancelled']);

/** True for a client that wants events rather than one answer. */
export function wantsEvents({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/event-stream') === true;
}

/** Events `job` with the job’s summary, until it has ended. @throws `JOB.NOT_FOUND` before anything is answered */
export async function streamJob(operations: Pick<Operations, 'getJob'>, id: string, stream: EventStream): Promise<void> {
  const look = async () => operations.getJob(id, await callerOf(stream));
  send({ first: await look(), look, event: 'job', isOver: ({ state }: JobSummary) => ENDED.has(state) }, stream);
}

/** Events `jobs` with the list of jobs that fit the query, until the client goes away. */
export async function streamJobs(operations: Pick<Operations, 'listJobs'>, query: JobQuery, stream: EventStream): Promise<void> {
  const look = async () => ({ jobs: await operations.listJobs(query, await callerOf(stream)) });
  send({ first: await look(), look, event: 'jobs', isOver: () => false }, stream);
}

/** Where events go. */
export interface EventStream {
  readonly caller: CallContext;
  /** Who he is now. @throws ends the stream with an event `error` */
  readonly current: () => Promise<Principal>;
  readonly reply: FastifyReply;
}

async function callerOf({ caller: { signal }, current }: EventStream): Promise<CallContext> {
  return { principal: await current(), signal };
}

function send<State>(followed: Followed<State>, { caller: { signal }, reply }: EventStream): void {
  void reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no');
  // The answer to HEAD is over with its headers: the events would go on with nobody to read them, and nothing to end them.
  if (reply.request.method === 'HEAD') void reply.send();
  else void reply.send(Readable.from(follow(followed, { signal, toProblem }), { objectMode: false }));
}
