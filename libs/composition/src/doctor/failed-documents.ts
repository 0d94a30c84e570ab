import {
  embedChunksQueue,
  ingestDocumentQueue,
  readLocalQueue,
  readWebQueue,
  type AnyQueue,
  type DoctorCheck,
  type JobState,
} from '@tributary/contracts';
import { lostVersion, type Catalog, type DocumentRecord } from '@tributary/engines-port';
import { decodeDocumentKey } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';

const OF_DOCUMENTS: readonly AnyQueue[] = [ingestDocumentQueue, readLocalQueue, readWebQueue, embedChunksQueue];
/** A redriven one waits again, and its document is failed until it is through. */
const BROUGHT_BACK_BY: readonly JobState[] = ['dead', 'waiting', 'delayed', 'active'];
/** Of each queue and state. */
const MOST_JOBS = 5000;
const NAMED = 50;

interface Readers {
  readonly catalog: Pick<Catalog, 'documents'>;
  readonly queues: Pick<Queues, 'list'>;
}

/** What is told of a document. */
type Failed = Pick<DocumentRecord, 'collection' | 'key' | 'source' | 'error'>;

/** Documents that failed and that no job can bring back: their dead letter is gone, by its age, by hand, or with the queues. Of collections that are not included they
 *  are counted, not named; those that an engine lost are told elsewhere. */
export async function failedDocuments(
  { catalog: { documents }, queues }: Readers,
  includes: (collection: string) => boolean = () => true,
): Promise<Omit<DoctorCheck, 'name'>> {
  const failed: Failed[] = [];
  for await (const row of documents.list({ state: 'failed' })) if (lostVersion(row) === undefined) failed.push(withoutText(row));
  const none = { status: 'ok', detail: 'none without a dead letter' } as const;
  if (failed.length === 0) return none;
  const jobs = await jobsOfDocuments(queues); // after the rows: a document fails no earlier than its job
  if (jobs === undefined)
    return { status: 'ok', detail: 'not looked through while there are so many dead letters: mend these first, then ask again' };
  const left = failed.filter(({ collection, key }) => ![key, decodeDocumentKey(key)].some((id) => jobs.has(`${collection}/${id}`)));
  if (left.length === 0) return none;
  const named = left.filter(({ collection }) => includes(collection)).slice(0, NAMED);
  const what = left.length === 1 ? '1 document failed and has' : `${left.length.toLocaleString('en-US')} documents failed and have`;
  return { status: 'warning', detail: `${what} no dead letter${remedy(named, left.length)}` };
}

/** A row holds what was handed in, and there may be many. */
function withoutText({ collection, key, source, error }: DocumentRecord): Failed {
  return { collection, key, source, error };
}

/** The labels of jobs by which documents may still come in; undefined where there are too many dead ones to read. */
async function jobsOfDocuments(queues: Pick<Queues, 'list'>): Promise<ReadonlySet<string> | undefined> {
  const labels = new Set<string>();
  for (const { name: queue } of OF_DOCUMENTS)
    for (const state of BROUGHT_BACK_BY) {
      const jobs = await queues.list({ queue, state, limit: MOST_JOBS });
      if (state === 'dead' && jobs.length >= MOST_JOBS) return undefined;
      for (const { label } of jobs) if (label !== undefined) labels.add(label);
    }
  return labels;
}

/** @param count of all of them, named or not */
function remedy(named: readonly Failed[], count: number): string {
  if (named.length === 0) return ', in collections that are not yours.';
  const handed = named.filter(({ source }) => source === '').map(inWords);
  const read = named.filter(({ source }) => source !== '').map(inWords);
  const more = count > named.length ? ` … and ${(count - named.length).toLocaleString('en-US')} more` : '';
  const todo = [
    ...(handed.length === 0 ? [] : [`hand in again ${handed.join(', ')}`]),
    ...(read.length === 0 ? [] : [`sync the sources ("tributary sources sync") of ${read.join(', ')}`]),
  ];
  return `: ${todo.join('; ')}${more}.`;
}

function inWords({ collection, key, error }: Failed): string {
  return `${collection}/${decodeDocumentKey(key)}${error === undefined ? '' : ` (${error.code})`}`;
}
