import { Option } from 'commander';
import { wholeNumber } from '../../program/options.js';
import type { AddCommand } from '../../program/run-command.js';
import type { JobListOptions } from './jobs.js';
import type { RedriveOptions } from './redrive.js';

export const addJobsCommand: AddCommand = (program, run) => {
  const jobs = program
    .command('jobs')
    .summary('list, show, redrive and cancel jobs')
    .description('Jobs: what the queues work on, and what failed.')
    .addHelpText(
      'after',
      '\nExample:\n  tributary jobs list --state dead\n  tributary jobs redrive 42\n  tributary jobs redrive --dead --queue embed-chunks',
    );
  jobs
    .command('list', { isDefault: true })
    .description('Jobs, the newest first.')
    .option('--queue <name>', 'only of this queue')
    .addOption(
      new Option('--state <state>', 'only in this state').choices(['waiting', 'delayed', 'active', 'done', 'skipped', 'dead', 'cancelled']),
    )
    .option('-n, --limit <n>', 'at most this many, 1 to 1000 (default: 50)', wholeNumber(1, 1000))
    .action((options: JobListOptions) => run(async (context) => (await import('./jobs.js')).listJobs(context, options)));
  jobs
    .command('show')
    .description('One job with its progress and error.')
    .argument('<id>')
    .action((id: string) => run(async (context) => (await import('./jobs.js')).showJob(context, id)));
  jobs
    .command('redrive')
    .description('Runs a failed job again, or all of them.')
    .argument('[id]')
    .option('--dead', 'all dead letters, each once')
    .option('--queue <name>', 'with --dead: only those of this queue')
    .action((id: string | undefined, options: RedriveOptions) =>
      run(async (context) => (await import('./redrive.js')).redrive(context, id, options)),
    );
  jobs
    .command('cancel')
    .description(
      'Stops a job, keeps it from starting, or puts a dead one away. An accepted document is taken up again later: delete it to be rid of it.',
    )
    .argument('<id>')
    .action((id: string) => run(async (context) => (await import('./jobs.js')).changeJob(context, id, 'cancel')));
};
