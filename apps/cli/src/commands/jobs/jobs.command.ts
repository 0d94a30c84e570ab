import { Option } from 'commander';
import { wholeNumber } from '../../program/options.js';
import type { AddCommand } from '../../program/run-command.js';
import type { JobListOptions } from './jobs.js';

export const addJobsCommand: AddCommand = (program, run) => {
  const jobs = program
    .command('jobs')
    .summary('list, show, redrive and cancel jobs')
    .description('Jobs: what the queues work on, and what failed.')
    .addHelpText('after', '\nExample:\n  tributary jobs list --state dead\n  tributary jobs redrive 42');
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
    .description('Runs a failed job again.')
    .argument('<id>')
    .action((id: string) => run(async (context) => (await import('./jobs.js')).changeJob(context, id, 'redrive')));
  jobs
    .command('cancel')
    .description('Stops a job, or keeps it from starting.')
    .argument('<id>')
    .action((id: string) => run(async (context) => (await import('./jobs.js')).changeJob(context, id, 'cancel')));
};
