import { isSyncOver, type CallContext, type IngestAnswer, type Operations, type SourceSummary } from '@tributary/contracts';
import { Deadline, hasCode, permanent } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';

/** How far a source is at one moment. */
export interface SourceProgress {
  readonly source: SourceSummary;
  /** True when everything that was found is searchable (or failed for good): nothing more comes. */
  readonly isSearchable: boolean;
}

interface Following {
  readonly operations: Pick<Operations, 'getJob' | 'listSources'>;
  readonly context: CallContext;
  /** What registering the source answered. */
  readonly added: Pick<IngestAnswer, 'job_id'> & { readonly source: Pick<SourceSummary, 'id'> };
  /** Ends after this long, finished or not; default: never. */
  readonly timeoutMs?: number;
  /** Time between two looks, in milliseconds. */
  readonly everyMs?: number;
}

const LOOK_EVERY_MS = 200;

/** Looks at a source until its sync is over and its documents are searchable, or the time is. @throws `SOURCE.NOT_FOUND` when it is removed meanwhile; the reason of a sync that failed for good or was cancelled */
export async function* followSource({
  operations,
  context,
  added,
  timeoutMs,
  everyMs = LOOK_EVERY_MS,
}: Following): AsyncGenerator<SourceProgress, void> {
  const deadline = timeoutMs === undefined ? undefined : Deadline.in(timeoutMs);
  for (;;) {
    // The job first: once it is over, the source's counts are complete.
    const isPlanned = await isOver(operations, added.job_id, context);
    const source = (await operations.listSources(context)).find(({ id }) => id === added.source.id);
    if (source === undefined)
      throw permanent('SOURCE.NOT_FOUND', 'The source was removed while it was being indexed.', { category: 'not_found' });
    const isSearchable = isPlanned && source.pending === 0 && source.state !== 'syncing';
    yield { source, isSearchable };
    if (isSearchable || deadline?.hasPassed === true) return;
    await pause(Math.min(everyMs, deadline?.remainingMs ?? everyMs), undefined, { signal: context.signal });
  }
}

async function isOver(operations: Pick<Operations, 'getJob'>, jobId: string, context: CallContext): Promise<boolean> {
  try {
    return isSyncOver(await operations.getJob(jobId, context));
  } catch (error) {
    // A finished job is forgotten after a while.
    if (hasCode(error, 'JOB.NOT_FOUND')) return true;
    throw error;
  }
}
