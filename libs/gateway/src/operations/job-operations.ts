import { SYNC_QUEUES, isSyncQueue, type JobQuery, type JobSummary, type Principal } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { seesAllJobs, visibleSource } from '../access/rights.js';
import type { GatewayCollaborators } from './use-cases.js';

type JobReaders = Pick<GatewayCollaborators, 'queues' | 'summariseSource' | 'catalog'>;

/** Jobs the caller may know of: one of several users knows those of the sources he sees, and no job that names a document. */
export async function listJobs(readers: JobReaders, query: JobQuery, principal: Principal): Promise<readonly JobSummary[]> {
  if (seesAllJobs(principal)) return readers.queues.list(query);
  const names = SYNC_QUEUES.map(({ name }) => name).filter((name) => query.queue === undefined || query.queue === name);
  const lists = await Promise.all(names.map((queue) => readers.queues.list({ ...query, queue })));
  const jobs = lists.flat().toSorted(byAge).slice(0, query.limit);
  const known = await Promise.all(jobs.map((job) => isKnown(readers, job, principal)));
  return jobs.filter((_, at) => known[at]);
}

/** @throws `JOB.NOT_FOUND`, also for a job the caller may not know of */
export async function getJob(readers: JobReaders, id: string, principal: Principal): Promise<JobSummary> {
  const job = await readers.queues.get(id);
  if (job !== undefined && (seesAllJobs(principal) || (await isKnown(readers, job, principal)))) return job;
  throw permanent('JOB.NOT_FOUND', `There is no job ${id}; finished ones are remembered for an hour.`, { category: 'not_found' });
}

/** The label of a sync is the id of its source. */
async function isKnown({ summariseSource, catalog }: JobReaders, { queue, label }: JobSummary, principal: Principal): Promise<boolean> {
  if (!isSyncQueue(queue) || label === undefined) return false;
  const source = await summariseSource.run(label);
  return source !== undefined && (await visibleSource(catalog, source, principal)) !== undefined;
}

/** Newest first. */
function byAge(one: JobSummary, other: JobSummary): number {
  return Date.parse(other.created_at) - Date.parse(one.created_at);
}
