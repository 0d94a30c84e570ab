import { BYTES_PER_TOKEN, countTokens } from '@tributary/kernel';

/** A text that asks for a place in an answer. */
export interface PackedText {
  readonly text: string;
  /** What it is worth, 0 to 1. */
  readonly relevance: number;
}

/** Which texts go into a budget of tokens, best first: the first one, then by gain per token as many of the others as fit whole. The gain is the
 *  relevance, discounted by rank as in DCG (Järvelin & Kekäläinen 2002), so that order decides between texts that are alike.
 *  @returns indexes, ascending; none when the first text alone is too large */
export function chooseWithinBudget(texts: readonly PackedText[], budget: number): readonly number[] {
  const [first, ...rest] = texts.map(({ text, relevance }, at) => ({ at, tokens: countTokens(text), gain: relevance / Math.log2(at + 2) }));
  if (first === undefined || first.tokens > budget) return [];
  const chosen = [first.at];
  let left = budget - first.tokens;
  for (const { at, tokens } of rest.sort((a, b) => b.gain / b.tokens - a.gain / a.tokens || a.at - b.at)) {
    if (tokens > left) continue;
    chosen.push(at);
    left -= tokens;
  }
  return chosen.sort((a, b) => a - b);
}

/** A stretch of a text, in UTF-16 units, the end exclusive. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** So much of a text as costs at most `budget` tokens: its beginning where that reaches to the end of what was found in it, else what follows from
 *  the beginning of what was found on. */
export function cutAround(text: string, { from, to }: TextSpan, budget: number): string {
  const beginning = cutToBudget(text, budget);
  return beginning.length >= to ? beginning : cutToBudget(text.slice(from), budget);
}

/** The beginning of a text that costs at most `budget` tokens, cut between lines where one ends in its second half, else between words or
 *  characters. */
export function cutToBudget(text: string, budget: number): string {
  // A unit of the text is a byte at least: what lies farther on is too long, and not looked at.
  const most = Math.ceil(budget * BYTES_PER_TOKEN) + 1;
  if (text.length < most && countTokens(text) <= budget) return text;
  let [fits, tooLong] = [0, Math.min(text.length, most)];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (countTokens(text.slice(0, middle)) <= budget) fits = middle;
    else tooLong = middle;
  }
  const cut = text.slice(0, isInsidePair(text, fits) ? fits - 1 : fits);
  const border = [cut.lastIndexOf('\n'), cut.lastIndexOf(' ')].find((at) => at > cut.length / 2);
  return border === undefined ? cut : cut.slice(0, border);
}

function isInsidePair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
