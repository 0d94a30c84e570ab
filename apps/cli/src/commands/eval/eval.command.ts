import { Algorithm } from '@tributary/contracts';
import { InvalidArgumentError, Option } from 'commander';
import { list, wholeNumber } from '../../program/options.js';
import type { AddCommand } from '../../program/run-command.js';
import type { EvalOptions } from './eval.js';

const LARGEST_SPLIT = 512;
const LARGEST_BUNDLE = 1000;

export const addEvalCommand: AddCommand = (program, run) => {
  program
    .command('eval')
    .summary('measure how good the answers are')
    .description(
      'Indexes judged collections (folders in BEIR form: corpus.jsonl, queries.jsonl, qrels.tsv) in an empty server of its own, asks their queries, and prints nDCG@10 of each lane and of the mixture, with paired bootstrap intervals. Of the configuration it takes what decides how texts are read and found (models, rerankers, default_model, default_reranker, rerank_by_default, embedding_cache, auto, queues, sources.mask_secrets) and log; everything lies in an embedded store in a temporary folder, whatever engines are configured. Your own data is not touched.',
    )
    .requiredOption('--collections <dir>', 'a folder of such folders, or one of them')
    .option('--only <names>', 'only these of them, repeated or separated by commas', list)
    .option('--queries <n>', 'ask at most this many queries of each, spread evenly (default: all)', wholeNumber(1, 1_000_000))
    .option(
      '--documents <n>',
      'take each as a small collection: at most this many documents, and the queries they answer (default: all)',
      wholeNumber(1, 10_000_000),
    )
    .option('--federated', 'also ask every query of all collections at once')
    .option('--split <counts>', 'also cut each corpus into this many collections, such as 8,32,128', counts)
    .addOption(
      new Option('--algorithm <name>', 'what --federated, --mixed-models and --split ask by').choices(Algorithm.options).default('hybrid'),
    )
    .option(
      '--cuts',
      'also cut each corpus by topic, by length and at random, alone and beside others, with --mixed-models also beside those of another model: several collections are right for a query',
    )
    .option(
      '--bundled <n>',
      'also write each corpus as Markdown documents of so many sections, a document each, such as 20, and look for the sections',
      wholeNumber(1, LARGEST_BUNDLE),
    )
    .option(
      '--auto <n>',
      'also cut all corpora into this many topical collections and compare "auto" with asking all',
      wholeNumber(2, LARGEST_SPLIT),
    )
    .option(
      '--descriptions <file>',
      'also choose the collection of each query by these descriptions alone (JSON: { descriptions: { name: text } })',
    )
    .option('--typos', 'also ask the queries with typing errors (queries.typo.jsonl)')
    .option('--rerank', 'also ask each collection with the configured reranker, and count how far it gets within its wait')
    .option('--relevance', 'also ask wrong collections, to see how far relevance can be trusted')
    .option(
      '--evidence-file <file>',
      'write the lists of --relevance, or those of --cuts, with the signals of the judge to this file, a line a query',
    )
    .option('--mixed-models', 'also spread the collections over all configured models')
    .option('--model <name>', 'configured model of the collections (default: the default one)')
    .option('--json-file <file>', 'write the report as JSON to this file')
    .option('--against <file>', 'compare with a report written earlier; with --json in the field comparison')
    .option('--in-process', 'search in this process instead of over HTTP')
    .option('--concurrency <n>', 'searches under way at once (default: 2)', wholeNumber(1, 64))
    .addHelpText('after', '\nExample:\n  tributary eval --collections ./beir --federated --typos --json-file today.json')
    .action((options: EvalOptions) => run(async (context) => (await import('./eval.js')).runEvaluation(context, options)));
};

function counts(text: string, before: readonly number[] = []): readonly number[] {
  const numbers = text.split(',').map(Number);
  if (numbers.every((count) => Number.isInteger(count) && count >= 2 && count <= LARGEST_SPLIT)) return [...before, ...numbers];
  throw new InvalidArgumentError(`whole numbers from 2 to ${LARGEST_SPLIT.toString()}, separated by commas.`);
}
