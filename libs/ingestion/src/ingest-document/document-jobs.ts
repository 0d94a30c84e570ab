import { ingestDocumentQueue, queuesOfReach, reachOf, type QueueInput, type SourceKind } from '@tributary/contracts';
import type { DocumentRecord } from '@tributary/engines-port';
import { decodeDocumentKey } from '@tributary/kernel';
import { DEFAULT_PRIORITY, type AddOptions } from '@tributary/messaging-port';
import { groupBy } from '../batching/group-by.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import type { OutageRoom } from '../waiting/outage-room.js';

type DocumentQueue = typeof ingestDocumentQueue | ReturnType<typeof queuesOfReach>['read'];

interface DocumentJobs {
  readonly queue: DocumentQueue;
  /** One job a row, in their order. */
  readonly rows: readonly DocumentRecord[];
  readonly jobs: readonly QueueInput<typeof ingestDocumentQueue>[];
}

/** So few documents at once are what somebody just saved or handed in, and waits for. */
const FEW = 16;
const AHEAD = 5;

/** Few documents are taken before those that come by the thousand. */
export function priorityOf(documents: number): number {
  return documents <= FEW ? AHEAD : DEFAULT_PRIORITY;
}

/** One job for each accepted row, by queue: a text that came with its row may be taken by any worker, a file or a page only by those that reach its source. */
export function documentJobs(rows: readonly DocumentRecord[], kindOf: (source: string) => SourceKind | undefined): readonly DocumentJobs[] {
  const groups = groupBy(rows, (row) => queueOf(row, kindOf));
  return [...groups].map(([queue, group]) => ({ queue, rows: group, jobs: group.map(jobOf) }));
}

/** Adds the jobs of accepted rows, whatever they come from, for which there is room; rows without a job get one by a later sweep.
 *  @returns those that got one @throws `QUEUE.BACKPRESSURE` */
export async function addDocumentJobs(
  { catalog, queues }: Pick<Collaborators, 'catalog' | 'queues'>,
  rows: readonly DocumentRecord[],
  { room, ...options }: AddOptions & { readonly room?: OutageRoom } = {},
): Promise<readonly DocumentRecord[]> {
  const ids = [...new Set(rows.filter(isToBeRead).map(({ source }) => source))];
  const sources = ids.length === 0 ? [] : await catalog.sources.getMany(ids);
  const kinds = new Map(ids.map((id, i) => [id, sources[i]?.kind]));
  const taken: DocumentRecord[] = [];
  for (const { queue, rows: group } of documentJobs(rows, (source) => kinds.get(source))) {
    const fitting = room === undefined ? group : await room.among(queue, group);
    if (fitting.length > 0) await queues.addMany(queue, fitting.map(jobOf), options);
    taken.push(...fitting);
  }
  return taken;
}

/** Of a source that is gone nothing can be read: any worker settles it. */
function queueOf(row: DocumentRecord, kindOf: (source: string) => SourceKind | undefined): DocumentQueue {
  const kind = isToBeRead(row) ? kindOf(row.source) : undefined;
  return kind === undefined ? ingestDocumentQueue : queuesOfReach(reachOf(kind)).read;
}

function isToBeRead({ file, pending }: DocumentRecord): boolean {
  return file !== undefined && pending?.content === undefined;
}

/** The job of an accepted row carries no text: the row, or the file, has it. */
function jobOf({ collection, key, version, epoch, source }: DocumentRecord): QueueInput<typeof ingestDocumentQueue> {
  const job = { v: 1 as const, collection, id: decodeDocumentKey(key), version, epoch };
  return source === '' ? job : { ...job, source_id: source };
}
