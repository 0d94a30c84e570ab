import { JobQuery, type CallContext, type Operations } from '@tributary/contracts';
import { hasCode } from '@tributary/kernel';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';
import { usageError } from '../../program/usage-error.js';
import { changeJob } from './jobs.js';

export interface RedriveOptions {
  readonly dead?: boolean;
  readonly queue?: string;
}

/** Dead letters listed at once. */
const PAGE = 1_000;
/** Asked for at once. */
const TOGETHER = 16;

/** Runs one failed job again, or all. @throws `USAGE.ARGUMENTS`, `JOB.NOT_FOUND` */
export async function redrive(context: CommandContext, id: string | undefined, { dead = false, queue }: RedriveOptions): Promise<void> {
  if ((id !== undefined) === dead) throw usageError('Give the id of a job, or --dead for all that failed.');
  if (id !== undefined && queue !== undefined) throw usageError('--queue goes with --dead.');
  if (id !== undefined) await changeJob(context, id, 'redrive');
  else await redriveDead(context, queue);
}

async function redriveDead(context: CommandContext, queue: string | undefined): Promise<void> {
  const query = parseOptions(JobQuery, { state: 'dead', limit: PAGE, ...(queue === undefined ? {} : { queue }) });
  const redriven = await context.withData(({ operations }) => redriveEach(operations, query, context.call));
  const { terminal, options } = context;
  if (options.json === true) terminal.printJson({ redriven });
  else if (redriven === 0) terminal.print('No dead letters.');
  else terminal.print(`${redriven.toLocaleString('en-US')} redriven: \`tributary jobs --state dead\` shows what fails again.`);
}

/** @returns how many were taken up again; one that dies again meanwhile is not tried for ever */
async function redriveEach(operations: Operations, query: JobQuery, call: CallContext): Promise<number> {
  const tried = new Set<string>();
  let redriven = 0;
  for (;;) {
    const ids = (await operations.listJobs(query, call)).flatMap(({ id }) => (tried.has(id) ? [] : [id]));
    if (ids.length === 0) return redriven;
    for (let at = 0; at < ids.length; at += TOGETHER) {
      const taken = await Promise.all(ids.slice(at, at + TOGETHER).map((id) => redriveOne(operations, id, call)));
      redriven += taken.filter((isTaken) => isTaken).length;
    }
    for (const id of ids) tried.add(id);
  }
}

/** False where somebody else was quicker, or the job is not there any more. */
async function redriveOne(operations: Operations, id: string, call: CallContext): Promise<boolean> {
  try {
    await operations.redriveJob(id, call);
    return true;
  } catch (error) {
    if (hasCode(error, 'JOB.NOT_FOUND')) return false;
    throw error;
  }
}
