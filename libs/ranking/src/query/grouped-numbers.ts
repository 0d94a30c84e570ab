import { normalise } from '../analysis/fold.js';
import { joinedLongNumbers, longNumbers, longNumbersSaid, withoutLongNumbers } from './long-numbers.js';
import type { OtherWriting } from './other-writing.js';

/** A number in groups of three digits with one sign between them: `12,500`, `12.500`, `12'500`, `12_500`, `1 234 567`. */
export const GROUPS = String.raw`(?<![\p{L}\p{N}_]|\p{N}[.,'’])[1-9]\d{0,2}(?<sign>[,.'’_ ])\d{3}(?:\k<sign>\d{3})*(?![\p{L}\p{N}_]|\k<sign>\p{N})`;
const GROUPED = new RegExp(GROUPS, 'gu');
const PLAIN = /(?<![\p{L}\p{N}_]|\p{N}[-./:,'’])(?:[1-9]\d{3,14}|0\d{6,14})(?![\p{L}\p{N}_]|[-/:]\p{N})/gu;
/** Bounded: of at most fifteen digits. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;
/** Four digits of a query are a year, a port or the name of a standard as often as an amount. */
const FEWEST_DIGITS = 5;
/** Four digits that are no year, nor an amount with places, nor the end of a code. */
const OF_FOUR = /(?<![\p{L}\p{N}_]|\p{N}[-./:,'’]|\p{L}[-‐])(?!19|20)[1-9]\d{3}(?![\p{L}\p{N}_]|[-./:,]\p{N})/gu;
/** With two places behind them, which are no month of a year, they are an amount: `1250.00`. */
const WITH_CENTS =
  /(?<![\p{L}\p{N}_]|\p{N}[-./:,'’])(?!(?:19|20)\d{2}\.(?:0[1-9]|1[0-2])(?!\d))[1-9]\d{3}(?=[.,]\d{2}(?![\p{L}\p{N}_]|[-./:,]\p{N}))/gu;
/** What a group of a number that the query writes without signs counts for who is nominated. */
const GROUP = 0.5;

/** The numbers of four digits and more that a text writes without signs, in groups with a space between them. */
export function plainNumbers(text: string): readonly string[] {
  return (normalise(text).match(PLAIN) ?? []).map(grouped);
}

/** Digits in groups of three with a space between them, by which a number is known however it is written. */
export function grouped(digits: string): string {
  return digits.replace(THOUSANDS, ' ');
}

/** Those of a query that others may write in groups. */
export function groupableNumbers(text: string): readonly string[] {
  const withCents = new Set((normalise(text).match(WITH_CENTS) ?? []).map(grouped));
  return plainNumbers(withoutLongNumbers(text)).filter((groups) => digitsOf(groups).length >= FEWEST_DIGITS || withCents.has(groups));
}

/** A query with those of its numbers of four digits in groups that nobody writes as it does: others may in groups. Years stay as they are.
 *  @param isKnown whether a number occurs as it is written, or was not looked for */
export function withAmountsInGroups(query: string, isKnown: (digits: string) => boolean): string {
  return query.replace(OF_FOUR, (digits) => (isKnown(digits) ? digits : digits.replace(THOUSANDS, ',')));
}

/** Its digits without what stands between its groups. */
export function digitsOf(number: string): string {
  return number.replace(/\D/g, '');
}

/** Texts with their numbers as others write them behind them, in groups or without; long ones also in the groups of the query. */
export function withNumbersOtherwise(query: string): (text: string) => string {
  const asked = longNumbers(query);
  const digits = [...asked, ...plainNumbers(query)].map(digitsOf);
  return (text) => {
    const joined = (normalise(text).match(GROUPED) ?? []).map(digitsOf);
    const plain = plainNumbers(text);
    const long = longNumbersSaid(text, digits);
    const said = asked.length === 0 ? undefined : new Set([...plain.map(digitsOf), ...long]);
    return [text, ...joined, ...long, ...plain, ...asked.filter((groups) => said?.has(digitsOf(groups)))].join(' ');
  };
}

/** Numbers in groups without their signs ("12500" for "12,500"), and the groups of those without. These only nominate: who says one says nothing of the number. */
export function otherNumbers(text: string): readonly OtherWriting[] {
  const joined = (normalise(text).match(GROUPED) ?? []).map((number) => {
    return { word: digitsOf(number), variantOf: number.split(/\D/), weight: 1, placingWeight: 1 };
  });
  const groups = groupableNumbers(text).flatMap((number) => number.split(' '));
  return [...joined, ...joinedLongNumbers(text), ...groups.map((word) => ({ word, weight: 0, placingWeight: 0, nominatingWeight: GROUP }))];
}
