import { JobQuery, embedChunksQueue, ingestDocumentQueue, readLocalQueue, readWebQueue, type JobSummary } from '@tributary/contracts';
import { oneLine } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';
import { alignColumns } from '../../terminal/table.js';

export interface JobListOptions {
  readonly queue?: string;
  readonly state?: 'waiting' | 'delayed' | 'active' | 'done' | 'skipped' | 'dead' | 'cancelled';
  readonly limit?: number;
}

/** Queues whose jobs carry a document that was accepted. */
const OF_DOCUMENTS: ReadonlySet<string> = new Set(
  [ingestDocumentQueue, readLocalQueue, readWebQueue, embedChunksQueue].map(({ name }) => name),
);
const TAKEN_UP_AGAIN =
  'If its document was accepted already, it stays so and is taken up again within some ten minutes: to be rid of it, delete it (tributary delete ID --collection NAME). One that another program put into the queue, and that no worker had begun, is gone.';
const PUT_AWAY =
  'If its document was accepted, it stays failed: hand it in again, sync its source, or delete it (tributary delete ID --collection NAME).';

export async function listJobs(context: CommandContext, options: JobListOptions): Promise<void> {
  const query = parseOptions(JobQuery, options);
  const jobs = await context.withData(({ operations }) => operations.listJobs(query, context.call));
  const { terminal } = context;
  if (context.options.json === true) terminal.printJson({ jobs });
  else if (jobs.length === 0) terminal.print('No such jobs.');
  else {
    const [head = '', ...rows] = alignColumns([['JOB', 'QUEUE', 'STATE', 'TRIES', 'PROGRESS', 'ABOUT'], ...jobs.map(row)]);
    terminal.print(terminal.style('dim', head));
    for (const line of rows) terminal.print(line);
  }
}

export async function showJob(context: CommandContext, id: string): Promise<void> {
  const job = await context.withData(({ operations }) => operations.getJob(id, context.call));
  const { terminal, options } = context;
  if (options.json === true) {
    terminal.printJson(job);
    return;
  }
  const facts = [
    ['job', job.id],
    ['queue', job.queue],
    ['state', job.state],
    ['about', job.label ?? ''],
    ['tries', job.attempts.toString()],
    ['progress', progressOf(job)],
    ['did', countsOf(job)],
    ['reason', job.reason ?? ''],
    ['error', job.error === undefined ? '' : `${job.error.code}: ${job.error.message}`],
    ['created', job.created_at],
    ['finished', job.finished_at ?? ''],
  ];
  for (const line of alignColumns(facts.filter(([, value]) => value !== ''))) terminal.print(line);
}

export async function changeJob(context: CommandContext, id: string, change: 'redrive' | 'cancel'): Promise<void> {
  const { wasDead, job } = await context.withData(async ({ operations }) => {
    const before = await operations.getJob(id, context.call);
    if (change === 'redrive') await operations.redriveJob(id, context.call);
    else await operations.cancelJob(id, context.call);
    return { wasDead: before.state === 'dead', job: await operations.getJob(id, context.call) };
  });
  if (context.options.json === true) context.terminal.printJson(job);
  else context.terminal.print(`Job ${job.id} is ${job.state}.`);
  if (job.state === 'cancelled' && OF_DOCUMENTS.has(job.queue)) context.terminal.remark(wasDead ? PUT_AWAY : TAKEN_UP_AGAIN);
}

function row(job: JobSummary): readonly string[] {
  const about = [job.label, countsOf(job), job.reason, job.error === undefined ? undefined : `${job.error.code}: ${job.error.message}`];
  return [
    job.id,
    job.queue,
    job.state,
    job.attempts.toString(),
    progressOf(job),
    oneLine(about.filter((part) => part !== undefined && part !== '').join(' · '), 160),
  ];
}

/** `3 added, 1 changed, 4 skipped: binary`; what is 0 is left out. */
function countsOf({ progress }: JobSummary): string {
  const counts = Object.entries(progress?.counts ?? {}).filter(([, n]) => n > 0);
  return counts.map(([what, n]) => `${n.toLocaleString('en-US')} ${what}`).join(', ');
}

function progressOf({ progress }: JobSummary): string {
  if (progress === undefined) return '';
  return `${progress.done.toString()}${progress.total === undefined ? '' : `/${progress.total.toString()}`}${progress.unit === undefined ? '' : ` ${progress.unit}`}`;
}
