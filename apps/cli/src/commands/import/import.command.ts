import type { AddCommand } from '../../program/run-command.js';
import type { ImportOptions } from './import-file.js';

export const addImportCommand: AddCommand = (program, run) => {
  program
    .command('import')
    .summary('hand in many documents, one JSON a line')
    .description(
      'Reads documents from a file of JSON lines (- for standard input) and waits until they are searchable. A line has id and content, and may have title, path, type, lang, tags, modified_at, metadata, version, collection; _id and text (BEIR form) are understood too, other fields are kept as metadata. The same id again replaces a document.',
    )
    .argument('<file>', 'FILE.jsonl, or - for standard input')
    .option(
      '-c, --collection <name>',
      'collection of lines that name none (default: name of the file, or of its folder when it is called corpus)',
    )
    .option('--description <text>', 'what the collections hold that this file fills')
    .option('--no-wait', 'return as soon as everything is accepted')
    .addHelpText(
      'after',
      '\nExample:\n  tributary import corpus.jsonl --collection papers\n  zcat tickets.jsonl.gz | tributary import - --collection tickets',
    )
    .action((file: string, options: ImportOptions) =>
      run(async (context) => (await import('./import-file.js')).importFile(context, file, options)),
    );
};
