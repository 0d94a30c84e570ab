import type { AddCommand } from '../../program/run-command.js';

export const addStatusCommand: AddCommand = (program, run) => {
  program
    .command('status')
    .summary('queues, sources, collections and health')
    .description('What the server is doing and whether everything it stands on is up.')
    .addHelpText('after', '\nExample:\n  tributary status --json')
    .action(() => run(async (context) => (await import('./status.js')).showStatus(context)));
};
