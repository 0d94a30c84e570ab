import type { AddCommand } from '../../program/run-command.js';
import type { ImportOptions } from './import-files.js';

export const addImportCommand: AddCommand = (program, run) => {
  program
    .command('import')
    .summary('hand in many documents, one JSON a line')
    .description(
      'Reads documents from files of JSON lines (- for standard input), one file after the other, and waits until all are searchable. A line has id and content, and may have title, path, type, lang, tags, modified_at, metadata, version, collection; _id and text (BEIR form) are understood too, other fields are kept as metadata, unless one is a field of a document written otherwise (userId for user_id): that line is refused. The same id again replaces a document.',
    )
    .argument('<files...>', 'FILE.jsonl …, or - for standard input')
    .option(
      '-c, --collection <name>',
      'collection of lines that name none (default: name of each file, or of its folder when it is called corpus)',
    )
    .option('--description <text>', 'what the collections hold that these files fill')
    .option('--resume', 'go on where an import of the same files broke off; begin at the first line where a file has changed since')
    .option(
      '--anew',
      'take every document as it is in the file, also over a newer version and a deletion; left out: the version of a line decides',
    )
    .option('--no-wait', 'return as soon as everything is accepted')
    .addHelpText(
      'after',
      '\nExample:\n  tributary import corpus.jsonl --collection papers\n  tributary import sets/*/corpus.jsonl\n  zcat tickets.jsonl.gz | tributary import - --collection tickets',
    )
    .action((files: readonly string[], options: ImportOptions) =>
      run(async (context) => (await import('./import-files.js')).importFiles(context, files, options)),
    );
};
