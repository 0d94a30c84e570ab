import { InvalidArgumentError } from 'commander';
import { wholeNumber } from '../../program/options.js';
import type { AddCommand } from '../../program/run-command.js';
import type { FetchOptions } from './fetch.js';

export const addFetchCommand: AddCommand = (program, run) => {
  program
    .command('fetch')
    .summary('read a document or a passage by its address or path')
    .description(
      'Writes a document, or a part of it, to standard output. Addresses come from search; the path of a file that is indexed will do.',
    )
    .argument('<uri>', 'tributary://<collection>/<document>, with #<chunk> for one passage; or a path, with :<line> or :<from>-<to>')
    .option('--lines <from-to>', 'only these lines, such as 10-40, or 10- for the rest', lines)
    .option('--column <n>', 'begin at this character of the first line', wholeNumber(1, 1_000_000_000))
    .option('--tokens <n>', 'at most this many tokens, 50 to 200000 (default: 20000)', wholeNumber(50, 200_000))
    .addHelpText(
      'after',
      '\nExample:\n  tributary fetch tributary://notes/ops/backup.md --lines 1-40\n  tributary fetch src/retry.ts:30-40',
    )
    .action((uri: string, options: FetchOptions) =>
      run(async (context) => (await import('./fetch.js')).fetchDocument(context, uri, options)),
    );
};

function lines(text: string): readonly [from: number, to?: number] {
  const [, from = '', to = ''] = /^(\d{1,9})-(\d{0,9})$/.exec(text) ?? [];
  if (Number(from) >= 1 && to === '') return [Number(from)];
  if (Number(from) >= 1 && Number(to) >= Number(from)) return [Number(from), Number(to)];
  throw new InvalidArgumentError('Write the first and the last line, such as 10-40.');
}
