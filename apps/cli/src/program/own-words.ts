/** What the operations advise those who call them by MCP or HTTP, as the command line calls it. Each is a whole clause at the end or the beginning of a sentence: a bare field or
 *  tool may be a name that somebody gave, and names, paths and what is quoted stay as they are. */
const OF_THE_COMMAND: readonly (readonly [RegExp, string])[] = [
  [/: list_collections(?: \(tributary collections\))? shows the ones there are\.$/, ': "tributary collections" shows the ones there are.'],
  [/^(There is no collection(?: to search)? yet): store or ingest something first\.$/, '$1: "tributary index PATH" makes the first.'],
  [/^(No such lines: the document has lines 1 to \d+), and start_line may not be after end_line\.$/, '$1.'],
  [/^Say in `collection` where (.*) is, or give its address: /, 'Say in --collection where $1 is, or give its address: '],
  [/: say in `collection` which of them to fill\.$/, ': say in --collection which of them to fill.'],
  [/^Say in `collection` where the filter is to delete\.$/, 'Say in --collection where the filter is to delete.'],
  [
    /: give `after` what store, ingest or delete answered as `token`\.$/,
    ': give --after what index, import or delete answered as `token` (--json).',
  ],
  [
    /, which stands for both: its address is in also_in there\. "collapse": false shows both\.$/,
    ', which stands for both: its address is in also_in there. --no-collapse shows both.',
  ],
  [/\. Name it, ask "\*", or raise max_collections\.$/, '. Name it, ask "*", or raise --max-collections.'],
  [/^max_collections bounds what "auto" asks, and changed nothing: /, '--max-collections bounds what "auto" asks, and changed nothing: '],
  [/: give a greater max_collections, or "\*" to ask all\.$/, ': give a greater --max-collections, or "*" to ask all.'],
  [/, and min_relevance is ([\d.]+): lower it to see (them|the document)\.$/, ', and --min-relevance is $1: lower it to see $2.'],
  [/ took its places: raise per_document to see more of them\.$/, ' took its places: raise --per-document to see more of them.'],
  [/([.:]) (Search again, or give|Give) a longer deadline_ms\.$/, '$1 $2 a longer --deadline.'],
  [/\. Search again in a moment, or with a longer wait_ms\.$/, '. Search again in a moment, or with a longer --wait.'],
  [/: go on with the cursor, or raise limit(\.|, by which it may get another place\.)$/, ': go on with the cursor, or raise --limit$1'],
  [/( strategy "natural"|: leave rerank out) to see it, or raise limit\.$/, '$1 to see it, or raise --limit.'],
  [
    /: (look for other words, or|look for them as they are written,|ask in words, or) by algorithm (hybrid|hybrid or keyword|semantic)\.$/,
    ': $1 by --algorithm $2.',
  ],
  [/ are not compared: try algorithm hybrid\.$/, ' are not compared: try --algorithm hybrid.'],
  [
    /^(No passage that the filter and the span of time admit was found): leave out filter, since and until to search everything\./,
    '$1: leave out --filter, --since and --until to search everything.',
  ],
];

/** A sentence of an operation with the options and commands that do what it advises, in place of the fields and tools. */
export function inOwnWords(sentence: string): string {
  return OF_THE_COMMAND.reduce((said, [advice, ours]) => said.replace(advice, ours), sentence);
}
