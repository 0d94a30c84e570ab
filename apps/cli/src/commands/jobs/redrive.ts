import { redriveDead, type Redriven } from '@tributary/api-client';
import type { CommandContext } from '../../program/command-context.js';
import { usageError } from '../../program/usage-error.js';
import type { Terminal } from '../../terminal/terminal.js';
import { changeJob } from './jobs.js';

export interface RedriveOptions {
  readonly dead?: boolean;
  readonly queue?: string;
}

/** Runs one failed job again, or all. @throws `USAGE.ARGUMENTS`, `JOB.NOT_FOUND` */
export async function redrive(context: CommandContext, id: string | undefined, { dead = false, queue }: RedriveOptions): Promise<void> {
  if ((id !== undefined) === dead) throw usageError('Give the id of a job, or --dead for all that failed.');
  if (id !== undefined && queue !== undefined) throw usageError('--queue goes with --dead.');
  if (id !== undefined) await changeJob(context, id, 'redrive');
  else await redriveAll(context, queue);
}

async function redriveAll(context: CommandContext, queue: string | undefined): Promise<void> {
  const redriven = await context.withData(({ operations }) => redriveDead(operations, { queue }, context.call));
  printRedriven(context.terminal, redriven, context.options.json === true);
}

/** How many were, and whether older ones may be left. */
function printRedriven(terminal: Terminal, { count, isComplete }: Redriven, asJson: boolean): void {
  if (asJson) terminal.printJson({ redriven: count, complete: isComplete });
  else if (count === 0) terminal.print('No dead letters.');
  else if (isComplete) terminal.print(`${count.toLocaleString('en-US')} redriven: \`tributary jobs --state dead\` shows what fails again.`);
  else
    terminal.print(
      `${count.toLocaleString('en-US')} redriven. So many failed again at once that older ones may not have been reached: mend what \`tributary jobs --state dead\` shows, then give the command again.`,
    );
}
