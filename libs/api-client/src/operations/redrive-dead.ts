import type { CallContext, JobQuery, Operations } from '@tributary/contracts';
import { hasCode } from '@tributary/kernel';

/** Dead letters listed at once: as many as a listing may have. */
const PAGE = 1_000;
/** Asked for at once. */
const TOGETHER = 16;

type JobOperations = Pick<Operations, 'listJobs' | 'redriveJob'>;

/** What became of the dead letters. */
export interface Redriven {
  /** How many were taken up again. */
  readonly count: number;
  /** False where as many as a listing may have died again at once: it names the newest, so that older ones may be left behind them. */
  readonly isComplete: boolean;
}

/** Runs the dead letters again, or those of one queue, each once: one that dies again meanwhile is not tried for ever. All of them, unless a thousand die again before the end. */
export async function redriveDead(operations: JobOperations, { queue }: Pick<JobQuery, 'queue'>, call: CallContext): Promise<Redriven> {
  const query: JobQuery = { state: 'dead', limit: PAGE, ...(queue === undefined ? {} : { queue }) };
  const tried = new Set<string>();
  let count = 0;
  for (;;) {
    const listed = await operations.listJobs(query, call);
    const ids = listed.flatMap(({ id }) => (tried.has(id) ? [] : [id]));
    if (ids.length === 0) return { count, isComplete: listed.length < PAGE };
    for (let at = 0; at < ids.length; at += TOGETHER) {
      const taken = await Promise.all(ids.slice(at, at + TOGETHER).map((id) => redriveOne(operations, id, call)));
      count += taken.filter((isTaken) => isTaken).length;
    }
    for (const id of ids) tried.add(id);
  }
}

/** False where somebody else was quicker, or the job is not there any more. */
async function redriveOne(operations: JobOperations, id: string, call: CallContext): Promise<boolean> {
  try {
    await operations.redriveJob(id, call);
    return true;
  } catch (error) {
    if (hasCode(error, 'JOB.NOT_FOUND')) return false;
    throw error;
  }
}
