import type { AddCommand } from '../../program/run-command.js';
import type { ExportOptions } from './export.js';

export const addExportCommand: AddCommand = (program, run) => {
  program
    .command('export')
    .summary('write the documents of collections as JSON lines')
    .description(
      'Writes every document of the collections, one JSON a line, as "tributary import" takes it back: text, title, path, tags, access, pages and chapters where a passage begins with one, and your own fields. Documents that come in meanwhile may be in it or not; a document is never half in it. What is not searchable yet, or failed, is not in it, and is told. Who may read a document is told to the owner of the machine alone: with --url an export ends at the first that is not for everybody or yours (--skip-restricted leaves them out). Vectors are not in it: an import makes them again, but not those of documents without a text.',
    )
    .argument('<collections...>', 'names')
    .option('-o, --out <file>', 'a new file (default: standard output)')
    .option('--skip-restricted', 'with --url: leave out documents of which only the owner is told who may read them')
    .addHelpText(
      'after',
      '\nExample:\n  tributary export notes papers --out everything.jsonl\n  tributary export notes | gzip > notes.jsonl.gz',
    )
    .action((collections: readonly string[], options: ExportOptions) =>
      run(async (context) => (await import('./export.js')).exportCollections(context, collections, options)),
    );
};
