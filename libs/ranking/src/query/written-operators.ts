/** Straight, English and German quotation marks, and guillemets, which point outwards or inwards; and the corners of Chinese and Japanese. Scripts that
 *  write no spaces set none before them either. */
const PHRASE =
  /(?<=^|[\s([{,;:，；：（！？\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}])(-?)(?:["“”„«»]([^"“”„«»]+)["“”«»]|「([^「」]+)」|『([^『』]+)』)/gu;
const EXCLUDED_WORD = /(?<=^|\s)-(\p{L}[^\s"“”„«»「」『』]*)/gu;
/** What stands in backticks is written as it is, whatever stands in it. */
const CODE = /(`[^`\n]+`)/gu;
/** What is looked for first wins where two begin at one place, and nothing is an operator within another. */
const OPERATORS = new RegExp([CODE, PHRASE, EXCLUDED_WORD].map(({ source }) => source).join('|'), 'gu');

/** What has the form of an operator, or stands in backticks, from its place in the query to behind it. */
export interface WrittenOperator {
  readonly at: number;
  readonly end: number;
  readonly written: string;
  /** What is quoted; left out of a word behind a hyphen, and in backticks. */
  readonly phrase?: string | undefined;
  /** A word behind a hyphen. */
  readonly word?: string | undefined;
  readonly hasHyphen: boolean;
}

export function writtenOperators(query: string): readonly WrittenOperator[] {
  return Array.from(query.matchAll(OPERATORS), (match) => {
    const [written, , minus, straight, corner, white, word] = match;
    const hasHyphen = minus === '-' || word !== undefined;
    return { at: match.index, end: match.index + written.length, written, phrase: straight ?? corner ?? white, word, hasHyphen };
  });
}

/** A query with other text in place of what has the form of operators. */
export function withReplaced<Operator extends WrittenOperator>(
  query: string,
  operators: readonly Operator[],
  by: (operator: Operator) => string,
): string {
  const parts = operators.map((one, n) => query.slice(operators[n - 1]?.end ?? 0, one.at) + by(one));
  return parts.join('') + query.slice(operators.at(-1)?.end ?? 0);
}
