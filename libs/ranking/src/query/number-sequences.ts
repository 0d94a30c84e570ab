import { normalise } from '../analysis/fold.js';
import { termId } from '../analysis/term-id.js';
import type { JudgedTerm } from '../judge/evidence/lexical.js';
import { isCodeAsOne, partsOfCode, withoutCodes } from './codes.js';
import { GROUPS, digitsOf, groupableNumbers, grouped, plainNumbers } from './grouped-numbers.js';
import { lastGroups, longNumbers, longNumbersSaid, withoutLongNumbers } from './long-numbers.js';
import { datesAsked, isDay, withoutDates, writingsOfDay, writtenDates } from './written-dates.js';

/** Three and more numbers with signs of a keyboard between them, and letters at most before the later ones: `2017-03-03`, `1.2.3-rc1`, `10.0.0.1:8080`; of two such numbers those with a point or a
 *  colon, `3.5`, `12:30`, and groups of digits, `12,500`. Two with another sign are a range or an alternative, and what says both answers, too: `2011-2013`, `1/2`. */
const SEQUENCES = new RegExp(String.raw`(?<!\p{N})(?:\p{N}+(?:[-./:_]\p{L}*\p{N}+){2,}|\p{N}+[.:]\p{L}*\p{N}+|${GROUPS})`, 'gu');
const SIGNS = /[-./:_,'’]/g;

/** The numbers that a query writes as one, dates, versions, addresses, amounts and the like, each as often as it says them, with a space for whatever stands or may stand between their digits; dates by their days. */
export function numberSequences(query: string): readonly string[] {
  const dates = datesAsked(query);
  const rest = withoutDates(query, dates);
  const long = longNumbers(rest);
  const others = writtenAsOne(rest).filter((sequence) => !long.some((groups) => groups === sequence));
  return [...dates.map(({ day }) => day), ...others, ...groupableNumbers(rest), ...long.map((groups) => grouped(digitsOf(groups)))];
}

/** Groups of digits, which others write without signs. */
export const GROUPS_ALONE = /^(?:[1-9]\d{0,2}(?: \d{3})+|0\d{0,2}(?: \d{3}){2,})$/;

/** The same each once, in the ways in which an index may have their parts: as they are, and groups of digits also without what stands between them. An amount with places stands for itself without these. */
export function writingsOfNumbers(query: string): readonly (readonly [string, ...string[]])[] {
  const sequences = [...new Set(numberSequences(query))];
  const amounts = new Set(groupableNumbers(query).map(digitsOf));
  const days = new Set(datesAsked(query).map(({ day }) => day));
  const whole = sequences.filter((sequence) => !sequence.split(' ').some((part) => amounts.has(part)));
  const long = new Map(longNumbers(query).map((groups) => [digitsOf(groups), groups]));
  return whole.map((sequence) => {
    if (days.has(sequence)) return writingsOfDay(sequence);
    const digits = digitsOf(sequence);
    if (!GROUPS_ALONE.test(sequence)) return [sequence];
    const groups = long.get(digits);
    const isAmount = groups === undefined && !amounts.has(digits);
    return [sequence, digits, ...(groups === undefined ? [] : [groups]), ...(isAmount ? [] : lastGroups(digits))];
  });
}

/** The letter before the number of a version: `v1.2.3`. */
const VERSION = /(?<![\p{L}\p{N}_])v(?=\p{N})/giu;

/** A query without them. */
export function withoutSequences(query: string): string {
  const amounts = new Set(groupableNumbers(query).map(digitsOf));
  const others = withoutLongNumbers(withoutDates(query, datesAsked(query)))
    .replace(VERSION, ' ')
    .replace(SEQUENCES, ' ');
  return others.replace(/\p{N}+/gu, (digits) => (amounts.has(digits) ? ' ' : digits));
}

/** Those that a text says, in whatever way; long numbers in groups only of these.
 *  @param asked as `numberSequences` tells them */
export function sequencesSaid(text: string, asked: readonly string[]): readonly string[] {
  const long = asked.map(digitsOf).filter((digits) => asked.includes(grouped(digits)));
  return [...datesAndOthersSaid(text, asked), ...plainNumbers(text), ...longNumbersSaid(text, long).map(grouped)];
}

/** Dates by their days, where one is asked for. */
function datesAndOthersSaid(text: string, asked: readonly string[]): readonly string[] {
  const sequences = writtenAsOne(text);
  if (!asked.some(isDay)) return sequences;
  return [...writtenDates(text).map(({ day }) => day), ...sequences.filter((sequence) => !isDay(sequence))];
}

function writtenAsOne(text: string): readonly string[] {
  return (normalise(text).match(SEQUENCES) ?? []).map((sequence) => sequence.toLowerCase().replace(SIGNS, ' '));
}

/** Behind two numbers at least. */
const ZEROS = /(?<=^\p{N}{1,9} \p{N}{1,9})(?: 0)+$/u;
/** Longer sequences are no versions. */
const MOST_PARTS = 16;

/** What the parts of a sequence weigh by themselves where some passage says it as a whole. */
const PART = 0.2;

/** What nobody says of what is asked for. A version is said by a longer one that it begins, `3.5.0` by `3.5.0.1`, and by a shorter one that lacks noughts.
 *  @param said all that texts write as one */
export function saidByNobody(asked: readonly string[], said: ReadonlySet<string>): readonly string[] {
  const missed = asked.filter((whole) => !said.has(whole));
  if (missed.length === 0) return [];
  const beginnings = new Set([...said].flatMap(beginningsOf));
  return missed.filter((whole) => !beginnings.has(isDay(whole) ? whole : whole.replace(ZEROS, '')));
}

/** What a sequence begins with, itself among it: `3`, `3 5`, `3 5 0` and `3 5 0 1`. */
function beginningsOf(whole: string): readonly string[] {
  const parts = whole.split(' ', MOST_PARTS);
  return parts.map((_, at) => parts.slice(0, at + 1).join(' '));
}

/** What is written as one as the query writes it. */
export function asTheQueryWrites(query: string, wholes: readonly string[]): readonly string[] {
  const dates = new Map(datesAsked(query).map(({ day, written }) => [day, written]));
  const normal = normalise(query);
  return wholes.map((whole) => dates.get(whole) ?? writtenIn(normal, whole) ?? whole);
}

/** Groups of digits have anything between them, or nothing, wherever the query begins one. */
function writtenIn(query: string, whole: string): string | undefined {
  const parts = GROUPS_ALONE.test(whole) ? digitsOf(whole).split('') : whole.split(' ');
  return new RegExp(parts.join('[^\\p{L}\\p{N}]{0,2}'), 'iu').exec(query)?.[0];
}

/** The terms of a query with these sequences behind them, whose numbers or words by themselves tell little then, and digits without signs and the groups of a long number nothing more.
 *  @param sequences as `writtenAsOne` tells them, each once for each time the query says it @param asked those of them that it calls one thing by */
export function withSequences<Term extends JudgedTerm & { readonly id: number }>(
  terms: readonly Term[],
  sequences: readonly string[],
  { query = '', asked = new Set() }: { readonly query?: string; readonly asked?: ReadonlySet<string> } = {},
): readonly (Term | (JudgedTerm & { readonly id: number }))[] {
  const parts = Map.groupBy(partsOf(sequences, query), (part) => part);
  const numbers = sequences.filter((one) => !isCodeAsOne(one));
  const digits = new Set(numbers.map(digitsOf).filter((one) => one !== ''));
  const groups = longNumbers(withoutCodes(query))
    .filter((long) => digits.has(digitsOf(long)))
    .flatMap((long) => long.split(' '));
  const less = (weight: number, often: number) => Math.max(0, weight - (1 - PART) * often);
  const weighed = terms.map((term) => {
    const often = parts.get(term.word ?? '')?.length ?? 0;
    const { weight, placingWeight = weight } = term;
    if (digits.has(term.word ?? '')) return { ...term, weight: 0, placingWeight: 0 };
    const inLong = groups.filter((group) => group === term.word).length;
    if (inLong > 0) return { ...term, weight: Math.max(0, weight - inLong), placingWeight: Math.max(0, placingWeight - inLong) };
    return often === 0 ? term : { ...term, weight: less(weight, often), placingWeight: less(placingWeight, often) };
  });
  const said = Map.groupBy(sequences, (sequence) => sequence);
  const behind = [...said].map(([sequence, times]) => {
    return { id: termId(sequence), weight: times.length, ...(asked.has(sequence) ? { isCode: true } : {}) };
  });
  return [...weighed, ...behind];
}

/** The numbers of sequences, and what tells little of codes; of dates also the words, as the query writes them. */
function partsOf(sequences: readonly string[], query: string): readonly string[] {
  const dates = datesAsked(query).filter(({ day }) => sequences.includes(day));
  const others = sequences.filter((sequence) => dates.every(({ day }) => day !== sequence));
  const partsOfOne = (sequence: string) => (isCodeAsOne(sequence) ? partsOfCode(sequence) : sequence.split(' '));
  return [...others.flatMap(partsOfOne), ...dates.flatMap(({ parts }) => parts)];
}
