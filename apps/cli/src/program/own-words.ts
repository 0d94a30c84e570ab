/** What the operations say to those who call them by MCP or HTTP, as the command line calls it. */
const OF_THE_COMMAND: Readonly<Record<string, string>> = {
  'list_collections (tributary collections)': '"tributary collections"',
  list_collections: '"tributary collections"',
  'store or ingest something first': '"tributary index PATH" makes the first',
  ', and start_line may not be after end_line': '',
  '`collection`': '--collection',
  '`after` what store, ingest or delete answered as `token`': '--after what index, import or delete answered as `token` (--json)',
  '"collapse": false': '--no-collapse',
  max_collections: '--max-collections',
  min_relevance: '--min-relevance',
  per_document: '--per-document',
  deadline_ms: '--deadline',
  wait_ms: '--wait',
  'raise limit': 'raise --limit',
  'by algorithm ': 'by --algorithm ',
  'try algorithm ': 'try --algorithm ',
  'leave out filter, since and until': 'leave out --filter, --since and --until',
  'raise token_budget': 'raise --budget',
};

const SPOKEN = new RegExp(
  Object.keys(OF_THE_COMMAND)
    .map((text) => text.replace(/[()]/g, '\\$&'))
    .join('|'),
  'g',
);

/** A sentence of an operation with the options and commands that do what it advises, in place of the fields and tools. */
export function inOwnWords(sentence: string): string {
  return sentence.replace(SPOKEN, (text) => OF_THE_COMMAND[text] ?? text);
}
