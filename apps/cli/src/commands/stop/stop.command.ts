import type { AddCommand } from '../../program/run-command.js';

export const addStopCommand: AddCommand = (program, run) => {
  program
    .command('stop')
    .summary('end the server of the data folder')
    .description(
      'Ends the server that "tributary start" started on the data folder, wherever that was, and waits until it has: what it was asked is answered, and what is unfinished goes on at the next start.',
    )
    .addHelpText('after', '\nExample:\n  tributary stop --data ~/notes-data')
    .action(() => run(async (context) => (await import('./stop.js')).stop(context)));
};
