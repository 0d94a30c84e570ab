import { wholeNumber } from '../../program/options.js';
import type { AddCommand } from '../../program/run-command.js';
import type { MigrateOptions } from './migrate.js';

export const addMigrateCommand: AddCommand = (program, run) => {
  program
    .command('migrate')
    .summary('move a collection to another engine, or copy it under another name')
    .description(
      'Copies a collection with its vectors, takes in what is written meanwhile, proves that both are equal, then lets the copy answer. The source answers until then and stays as it is. Under a new name it is a copy beside it: both are searched, and what fills the old one goes on filling that alone.',
    )
    .argument('<from>', 'a collection, or <engine>/<collection>')
    .argument('[to]', 'an engine, <engine>/<name>, or a new name; left out: how far the last move is')
    .option('--keep-days <n>', 'how long what answered before is kept, 1 to 30 (default: 7)', wholeNumber(1, 30))
    .option('--back', 'undo the last move, with everything written since')
    .option('--cancel', 'end a move that has not switched over')
    .option('--no-wait', 'do not wait for the end')
    .addHelpText(
      'after',
      '\nExample:\n  tributary migrate notes qdrant\n  tributary migrate notes --back\n  tributary migrate notes notes-of-2026',
    )
    .action((from: string, to: string | undefined, options: MigrateOptions) =>
      run(async (context) => (await import('./migrate.js')).migrate(context, { from, to, options })),
    );
};
