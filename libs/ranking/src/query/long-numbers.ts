import { normalise } from '../analysis/fold.js';
import type { OtherWriting } from './other-writing.js';
import { isDate, partedNumbers } from './parted-numbers.js';

/** Fewer digits are a year with a number, a range or an amount as often; more than a telephone or a book has nobody writes in groups of their own. */
const DIGITS = { fewest: 7, most: 15 };
/** Digits in groups, with a hyphen or a blank between each two.
 *  Bounded: a run that fails at its end ends before a blank, and none begins behind a hyphen, so that no part is tried more than twice. */
const RUNS = /(?<![\p{L}\p{N}_]|\p{N}[-./:,'’])\+?\d{1,15}(?:[- ]\d{1,15})+(?![\p{L}\p{N}_]|[-./:,'’]\p{N})/gu;
/** A year with the number of a ticket, and years. */
const YEARS = /^(?:19|20)\d\d(?: \d+|(?: (?:19|20)\d\d)+)$/;

/** Books, telephones and customers of a query, whose numbers it writes in groups by hyphens or, as those of books and telephones are, by blanks: the groups, with a space between them. */
export function longNumbers(query: string): readonly string[] {
  return runsOf(query).flatMap(partedNumbers).filter(isLongNumber).map(groupsOf);
}

/** The digits of those asked for that a text says: beside a number another may stand, so that each of its groups may begin one.
 *  @param asked digits; of fewer than a long number has, or more, none is found */
export function longNumbersSaid(text: string, asked: readonly string[]): readonly string[] {
  const sought = asked.filter(({ length }) => length >= DIGITS.fewest && length <= DIGITS.most);
  return sought.length === 0 ? [] : runsOf(text).flatMap((run) => saidIn(groupsOf(run), sought));
}

/** A query without them. */
export function withoutLongNumbers(query: string): string {
  return normalise(query).replace(RUNS, (run) =>
    partedNumbers(run)
      .map((part) => (isLongNumber(part) ? ' ' : part))
      .join(' '),
  );
}

/** In whichever groups others write so many digits, by one of these is the last, or the one before the check digit of a book. */
export function lastGroups(digits: string): readonly string[] {
  if (digits.length < DIGITS.fewest || digits.length > DIGITS.most) return [];
  const isBook = digits.length === 10 || digits.length === 13;
  return [...suffixes(digits, 8), ...(isBook ? suffixes(digits.slice(0, -1), 6) : [])];
}

/** Their digits as one word. */
export function joinedLongNumbers(query: string): readonly OtherWriting[] {
  return longNumbers(query).map((groups) => ({
    word: groups.replaceAll(' ', ''),
    variantOf: groups.split(' '),
    weight: 1,
    placingWeight: 1,
  }));
}

function suffixes(digits: string, longest: number): readonly string[] {
  const most = Math.min(longest, digits.length - 1);
  return Array.from({ length: most - 2 }, (_, at) => digits.slice(-3 - at));
}

function runsOf(text: string): readonly string[] {
  return normalise(text).match(RUNS) ?? [];
}

function groupsOf(written: string): string {
  return written.replace('+', '').replaceAll('-', ' ');
}

/** Few runs of a text have the digits of a number at all, which is told at a glance. */
function saidIn(groups: string, asked: readonly string[]): readonly string[] {
  const digits = groups.replaceAll(' ', '');
  const sought = asked.filter((one) => digits.includes(one));
  if (sought.length === 0) return [];
  const all = groups.split(' ');
  const runs = all.flatMap((_, from) => runsFrom(all, from)).filter(isLong);
  return runs.map((run) => run.replaceAll(' ', '')).filter((run) => sought.includes(run));
}

/** Two groups and more from this one on, of no more digits than one number has. */
function runsFrom(groups: readonly string[], from: number): readonly string[] {
  const runs: string[] = [];
  let run = groups[from] ?? '';
  for (const group of groups.slice(from + 1, from + DIGITS.most)) {
    run = `${run} ${group}`;
    if (countDigits(run) > DIGITS.most) break;
    runs.push(run);
  }
  return runs;
}

function isLongNumber(written: string): boolean {
  const groups = groupsOf(written);
  return groups.includes(' ') && isLong(groups) && !isRange(written);
}

function isLong(groups: string): boolean {
  const digits = countDigits(groups);
  return digits >= DIGITS.fewest && digits <= DIGITS.most && !isDate(groups) && !YEARS.test(groups);
}

/** Two numbers of about as many digits: 8000-9000. */
function isRange(written: string): boolean {
  const [from = '', to = '', ...others] = groupsOf(written).split(' ');
  return others.length === 0 && !/^[0+]|[- ]0/.test(written) && Math.abs(from.length - to.length) <= 2;
}

function countDigits(groups: string): number {
  return groups.replaceAll(' ', '').length;
}
