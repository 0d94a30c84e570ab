import { normalise } from '../analysis/fold.js';
import { otherNumbers, withNumbersOtherwise } from './grouped-numbers.js';
import { loneCharacters } from './lone-characters.js';
import type { ParsedQuery } from './parse-query.js';
import { datesAsked, writtenDates, type WrittenDate } from './written-dates.js';

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

/** How texts are read for the words of a query, each for itself: where it says an amount, with their numbers as others write them behind them, in groups or without; where they say a date of it in another way, with that of the query; where they say a word of it as others write it, with that word, and where they say a lone character of it beside others, with that character. */
export function readingFor(query: Pick<ParsedQuery, 'text' | 'terms'>): (text: string) => string {
  const wordsByWriting = writingsIn(query);
  const readAmounts = otherNumbers(query.text).length === 0 ? (text: string) => text : withNumbersOtherwise(query.text);
  const dates = datesAsked(query.text);
  const readNumbers = dates.length === 0 ? readAmounts : (text: string) => [readAmounts(text), ...datesOtherwise(text, dates)].join(' ');
  const characters = loneCharacters(query);
  if (wordsByWriting.size + characters.length === 0) return readNumbers;
  return (text) => [readNumbers(text), ...saidOtherwise(text, wordsByWriting), ...characters.filter((one) => text.includes(one))].join(' ');
}

/** The dates of a query as it writes them that a text says in another way. */
function datesOtherwise(text: string, asked: readonly WrittenDate[]): readonly string[] {
  const said = writtenDates(text);
  return asked.filter(({ day, written }) => said.some((one) => one.day === day && one.written !== written)).map(({ written }) => written);
}

/** The words of a query by how others write them, a word for a word. */
function writingsIn({ terms }: Pick<ParsedQuery, 'terms'>): ReadonlyMap<string, string> {
  const writings = new Map<string, string>();
  for (const { word, variantOf = [] } of terms) {
    const [only, ...others] = variantOf;
    if (only !== undefined && others.length === 0) writings.set(word, only);
  }
  return writings;
}

/** Most texts say none of them, which is told at a glance. */
function saidOtherwise(text: string, wordsByWriting: ReadonlyMap<string, string>): readonly string[] {
  const folded = normalise(text).toLowerCase();
  const present = [...wordsByWriting].filter(([writing]) => folded.includes(writing));
  if (present.length === 0) return [];
  const said = new Set(folded.match(WORD));
  return present.filter(([writing]) => said.has(writing)).map(([, word]) => word);
}
