import { json, wholeNumber } from '../../program/options.js';
import type { AddCommand } from '../../program/run-command.js';
import type { DeleteOptions } from './delete.js';

export const addDeleteCommand: AddCommand = (program, run) => {
  program
    .command('delete')
    .summary('remove documents by address, id or filter')
    .description(
      'Removes documents. What comes from a source stays out while its content is the same, and is back with another one. "collections remove" removes a whole collection, "sources remove" a source.',
    )
    .argument('[ids...]', 'addresses (tributary://…), or ids of points or documents with --collection')
    .option('-c, --collection <name>', 'where; needed with --filter')
    .option('-f, --filter <json>', 'every passage this filter holds for (Qdrant filter JSON)', json)
    .option('--dry-run', 'count only')
    .option('--confirm <n>', 'number of chunks that may go, needed above 1,000', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .addHelpText(
      'after',
      '\nExample:\n  tributary delete tributary://notes/old.md\n  tributary delete -c notes --filter \'{"must":[{"key":"tags","match":{"value":"draft"}}]}\' --dry-run',
    )
    .action((ids: readonly string[], options: DeleteOptions) =>
      run(async (context) => (await import('./delete.js')).deleteDocuments(context, ids, options)),
    );
};
