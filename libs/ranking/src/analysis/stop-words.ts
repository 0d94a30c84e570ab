/** The 33 English words that a query drops when it has others (the list of Lucene's StandardAnalyzer). They stay in the index. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);
