import { countTokens } from '@tributary/kernel';

/** How many texts, taken in order, fit into a budget of tokens. Whole texts only; the first that does not fit ends the list. */
export function countWithinBudget(texts: readonly string[], budget: number): number {
  let left = budget;
  const tooMuch = texts.findIndex((text) => {
    left -= countTokens(text);
    return left < 0;
  });
  return tooMuch < 0 ? texts.length : tooMuch;
}

/** The beginning of a text that costs at most `budget` tokens, cut between lines where one ends in its second half, else between words or
 *  characters. */
export function cutToBudget(text: string, budget: number): string {
  if (countTokens(text) <= budget) return text;
  let [fits, tooLong] = [0, text.length];
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
