import type { AddCommand } from '../../program/run-command.js';
import type { IndexOptions } from './index-options.js';

export const addIndexCommand: AddCommand = (program, run) => {
  program
    .command('index')
    .summary('make folders, files, notes and web pages searchable')
    .description(
      'Registers folders, files or web addresses as sources, indexes them and waits until they are searchable. Again, it brings in what changed. To a server elsewhere (--url) the files are posted; those that are gone here stay there.',
    )
    .argument('<paths...>', 'folders, files or http(s) addresses')
    .option('-c, --collection <name>', 'put everything into this collection (default: <folder>-code and <folder>-docs)')
    .option('--name <name>', 'name of the one folder given, from which collections are named (default: the folder’s own)')
    .option('--description <text>', 'what the collection holds')
    .option('--kind <kind>', 'folder, file, web, obsidian, bear, zim or jsonl (default: what is found at the path)')
    .option('--depth <n>', 'web addresses: follow links of the site so far (default with --pages: 3)')
    .option('--pages <n>', 'web addresses: read at most so many pages of the site (default: 200)')
    .option('--sitemap', 'web addresses: they are sitemaps')
    .option('--recheck <minutes>', 'web addresses: look at the pages again when so many minutes have gone by')
    .option('--watch', 'folders and files: go on to bring in what changes; without a running server this command stays to do it')
    .option('--no-mask-secrets', 'index keys, tokens and passwords in the documents as they stand')
    .option('--no-wait', 'return as soon as the work is accepted')
    .addHelpText(
      'after',
      '\nExample:\n  tributary index ~/notes --collection notes --description "My notes"\n  tributary index https://docs.example.org/guide/ --depth 3 --pages 500\n  tributary index backup.bear2bk',
    )
    .action((paths: readonly string[], options: IndexOptions) =>
      run(async (context) => (await import('./index-paths.js')).indexPaths(context, paths, options)),
    );
};
