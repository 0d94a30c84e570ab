import { Option } from 'commander';
import { json, list, share, weights, wholeNumber } from '../../program/options.js';
import type { AddCommand } from '../../program/run-command.js';
import type { SearchOptions } from './search.js';

export const addSearchCommand: AddCommand = (program, run) => {
  program
    .command('search')
    .summary('search every collection at once')
    .description('Searches every collection at once, or the ones you name. "exact words" must occur, -word must not.')
    .argument('<query...>', 'what to look for, in plain words')
    .option('-c, --collection <names>', 'collections: names or patterns, repeated or separated by commas (default: all)', list)
    .option('--max-collections <n>', '"-c auto" asks at most so many collections (default: 8, or three in ten)', wholeNumber(1, 1000))
    .option('-n, --limit <n>', 'number of hits, 1 to 100 (default: 10)', wholeNumber(1, 100))
    .addOption(new Option('-a, --algorithm <name>', 'how to rank').choices(['hybrid', 'semantic', 'keyword', 'fuzzy', 'rrf', 'dbsf']))
    .option(
      '-w, --weights <weights>',
      'how much each lane counts, such as keyword=2,semantic=0.5 (lanes: semantic, keyword, fuzzy)',
      weights,
    )
    .option('-f, --filter <json>', 'only passages this filter holds for (Qdrant filter JSON)', json)
    .option('--since <when>', 'only documents modified since: an ISO date, or an age such as 7d')
    .option('--until <when>', 'only documents modified until')
    .option('--min-relevance <x>', 'leave out hits below this relevance, 0 to 1', share)
    .addOption(new Option('--context <mode>', 'what surrounds a passage').choices(['chunk_only', 'enhanced', 'full_note']))
    .option('--rerank', 'let the configured reranker reorder the head')
    .option('--no-rerank', 'keep the order of the judge, whatever the server is set up to do')
    .option('--diversity <x>', 'put unlike passages before copies, 0 to 1', share)
    .option('--per-document <n>', 'hits of one document at most (default: 2)', wholeNumber(1, 100))
    .option('--budget <tokens>', 'the passages together cost at most this many tokens, 50 to 200000', wholeNumber(50, 200_000))
    .option('--no-collapse', 'show a passage that stands in several documents once for each of them')
    .option('--prefer <names>', 'move hits of these collections up, the most preferred first', list)
    .addOption(new Option('--prefer-by <strategy>', 'how far (default: soft)').choices(['soft', 'medium', 'hard']))
    .option('--deadline <ms>', 'answer within this many milliseconds, 50 to 30000', wholeNumber(50, 30_000))
    .option('--cursor <cursor>', 'go on behind an earlier answer')
    .option('--after <tokens>', 'wait until what these tokens of index, import or delete (--json) wrote is searchable', list)
    .option('--wait <ms>', 'wait for --after at most this long, 0 to 30000 (default: 1000)', wholeNumber(0, 30_000))
    .option('--explain', 'say for each hit how it got its place')
    .option('--why-not <uri>', 'instead of the hits, say where this document, by address or path, was lost on its way to them')
    .addHelpText(
      'after',
      '\nExample:\n  tributary search "how are backups rotated" --collection notes,wiki-* --limit 5\n  tributary search \'harbour -salt\'',
    )
    .action((words: readonly string[], options: SearchOptions) =>
      run(async (context) => (await import('./search.js')).search(context, words.join(' '), options)),
    );
};
