import {
  SYNC_QUEUES,
  isOneOfMany,
  isSyncQueue,
  maintenanceQueue,
  mayReadCollection,
  type JobQuery,
  type JobSummary,
  type Principal,
} from '@tributary/contracts';
import { documentRecordKey, mayRead, mayReadDocument } from '@tributary/engines-port';
import { encodeDocumentKey, permanent } from '@tributary/kernel';
import { isGrantedAll, seesAllJobs, visibleSource } from '../access/rights.js';
import type { GatewayCollaborators } from './use-cases.js';

const COLLECTION_OF = /^([^/]+)\/(.+)$/s;
/** So many jobs are looked at for those that a caller may know of. */
const MOST_LOOKED_AT = 4_000;

/** Its error names the document that a producer meant, who may be anybody, by what was no label of the job. */
const MALFORMED = 'QUEUE.PAYLOAD_INVALID';

interface JobReaders extends Pick<GatewayCollaborators, 'summariseSource' | 'catalog'> {
  readonly queues: Pick<GatewayCollaborators['queues'], 'list' | 'get'>;
}

/** Jobs the caller may know of: one of several users knows those of the sources he sees, and no job that names a document; who is no user knows those of
 *  documents, too, that he may read. */
export async function listJobs(readers: JobReaders, query: JobQuery, principal: Principal): Promise<readonly JobSummary[]> {
  if (principal.unrestricted) return readers.queues.list(query);
  const list = isOneOfMany(principal) && !seesAllJobs(principal) ? syncs : (of: JobReaders, asked: JobQuery) => of.queues.list(asked);
  for (let limit = query.limit; ; limit *= 4) {
    const jobs = await list(readers, { ...query, limit });
    const isOneKnown = await Promise.all(jobs.map((job) => isKnown(readers, job, principal)));
    const known = jobs.filter((_, at) => isOneKnown[at]);
    // The newest may all be of others.
    if (known.length >= query.limit || jobs.length < limit || limit >= MOST_LOOKED_AT) return known.slice(0, query.limit);
  }
}

async function syncs({ queues }: JobReaders, query: JobQuery): Promise<readonly JobSummary[]> {
  const names = SYNC_QUEUES.map(({ name }) => name).filter((name) => query.queue === undefined || query.queue === name);
  const lists = await Promise.all(names.map((queue) => queues.list({ ...query, queue })));
  return lists.flat().toSorted(byAge).slice(0, query.limit);
}

/** @throws `JOB.NOT_FOUND`, also for a job the caller may not know of */
export async function getJob(readers: JobReaders, id: string, principal: Principal): Promise<JobSummary> {
  const job = await readers.queues.get(id);
  if (job !== undefined && (await isKnown(readers, job, principal))) return job;
  throw permanent('JOB.NOT_FOUND', `There is no job ${id}; finished ones are remembered for an hour.`, { category: 'not_found' });
}

/** The label of a sync is the id of its source. */
async function isKnown(readers: JobReaders, { queue, label, error }: JobSummary, principal: Principal): Promise<boolean> {
  if (principal.unrestricted) return true;
  if (error?.code === MALFORMED) return seesAllJobs(principal) && isGrantedAll(principal);
  if (seesAllJobs(principal) && !isSyncQueue(queue)) return namesNothingElse(label, principal);
  if (!isSyncQueue(queue)) {
    if (isOneOfMany(principal) || (await namesHiddenCollection(readers, label, principal))) return false;
    return queue === maintenanceQueue.name || (await namesNoHiddenDocument(readers, label, principal));
  }
  const source = label === undefined ? undefined : await readers.summariseSource.run(label);
  if (source === undefined) return seesAllJobs(principal) && isGrantedAll(principal);
  return (await visibleSource(readers.catalog, source, principal)) !== undefined;
}

/** The label of a job is `<collection>/<what>`; one without a collection may be about any. */
function namesNothingElse(label: string | undefined, principal: Principal): boolean {
  const collection = COLLECTION_OF.exec(label ?? '')?.[1];
  return collection === undefined ? isGrantedAll(principal) : mayReadCollection(principal, collection);
}

async function namesHiddenCollection({ catalog }: JobReaders, label: string | undefined, principal: Principal): Promise<boolean> {
  const collection = COLLECTION_OF.exec(label ?? '')?.[1];
  const record = collection === undefined ? undefined : await catalog.collections.get(collection);
  return record !== undefined && !mayRead(principal, record);
}

/** The label of a job of a document is `<collection>/<id>`, or has the id as it is stored; other jobs name none. */
async function namesNoHiddenDocument({ catalog }: JobReaders, label: string | undefined, principal: Principal): Promise<boolean> {
  const [, collection, id] = COLLECTION_OF.exec(label ?? '') ?? [];
  if (collection === undefined || id === undefined) return true;
  const rows = await catalog.documents.getMany([encodeDocumentKey(id), id].map((key) => documentRecordKey(collection, key)));
  const known = rows.filter((row) => row !== undefined);
  return known.length > 0 && known.every((row) => mayReadDocument(row, principal));
}

/** Newest first. */
function byAge(one: JobSummary, other: JobSummary): number {
  return Date.parse(other.created_at) - Date.parse(one.created_at);
}
