import type { AddCommand } from '../../program/run-command.js';
import type { IndexOptions } from './index-options.js';

export const addIndexCommand: AddCommand = (program, run) => {
  program
    .command('index')
    .summary('make folders, files and web pages searchable')
    .description(
      'Registers folders, files or web addresses as sources, indexes them and waits until they are searchable. Again, it brings in what changed.',
    )
    .argument('<paths...>', 'folders, files or http(s) addresses')
    .option('-c, --collection <name>', 'put everything into this collection (default: <folder>-code and <folder>-docs)')
    .option('--name <name>', 'name of the one folder given, from which collections are named (default: the folder’s own)')
    .option('--description <text>', 'what the collection holds')
    .option('--no-wait', 'return as soon as the work is accepted')
    .addHelpText('after', '\nExample:\n  tributary index ~/notes --collection notes --description "My notes"')
    .action((paths: readonly string[], options: IndexOptions) =>
      run(async (context) => (await import('./index-paths.js')).indexPaths(context, paths, options)),
    );
};
