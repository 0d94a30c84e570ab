import { normalise } from '../analysis/fold.js';
import { STOP_WORDS } from '../analysis/stop-words.js';
import { codesIn, isCodeAsOne, withoutCodes } from './codes.js';
import { withoutValues } from './filled-in.js';
import { isFunctionWord } from './function-words.js';
import { GROUPS, digitsOf } from './grouped-numbers.js';
import { GROUPS_ALONE, numberSequences } from './number-sequences.js';
import { readsLikeMessage } from './pasted-message.js';
import { datesAsked, withoutDates } from './written-dates.js';

/** What a query calls one thing by, of what it writes as one. What may be anything else is a term as others are. */
export interface AskedAsOne {
  /** What does not say it is hardly meant where others do. */
  readonly wholes: ReadonlySet<string>;
  /** Those of them that nobody says in other words: where no text says one nothing answers. */
  readonly certain: readonly string[];
  /** Of versions behind a word, what says that word and the first number alone: `Node 20` for `Node 20.11.1`. */
  readonly beginnings: ReadonlyMap<string, RegExp>;
}

/** Fewer digits are a year, a port or an amount as often. */
const DIGITS_OF_ONE = 5;
const THREE_NUMBERS = /^\p{N}+(?: \p{L}*\p{N}+){2,}$/u;
/** When a line of a log was written, the id of a request, and the version of a package: where something happened, and not what. */
const OF_LOGS =
  /(?<!\p{N})\d{4}(?<sign>[-/.])\d\d\k<sign>\d\d(?:T|,? )\d\d:\d\d:\d\d(?:[.,]\d{1,9})?|(?<![\p{L}\p{N}])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<=\p{L})@v?\d[\w.-]{0,40}/giu;
/** Times, hosts with their ports, proportions, ranges and fractions. */
const WITH_COLON = /(?<![\p{L}\p{N}_.-])\p{N}[\p{L}\p{N}._-]{0,60}[:/]\p{N}[\p{L}\p{N}.:/_-]{0,80}/gu;
/** Dates that may be several days, or lack their century, or all signs: others write them out. With points they may be a version. */
const SHORT_DATES =
  /(?<![\p{L}\p{N}_]|\p{N}[-./:])(?:\d{1,2}(?<stroke>[-/])\d{1,2}\k<stroke>(?:\d\d){1,2}|(?:0?[1-9]|[12]\d|3[01])\. ?(?:0?[1-9]|1[0-2])\. ?[1-9]\d|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?![\p{L}\p{N}_]|[-./:]\p{N})/gu;
const CURRENCY = String.raw`(?:[$€£]|(?:eur|usd|chf|gbp|euros?|dollars?|francs?|franken|pounds?)(?![\p{L}\p{N}]))`;
/** In groups, round, or of money: "12.5k", "one and a quarter million". */
const AMOUNTS = new RegExp(
  String.raw`${GROUPS}|(?<![\p{L}\p{N}_]|[\p{L}\p{N}][-./:,'’])(?:[1-9]\d{2,12}00|\d{4,14}(?= ?${CURRENCY})|(?<=${CURRENCY} ?)\d{4,14})(?![\p{L}\p{N}_]|[-./:,]\p{N})`,
  'giu',
);
/** Behind a word. */
const VERSIONS = /(?<![\p{L}\p{N}])(\p{L}{2,40})[ -]?v?(\p{N}{1,4})((?:\.\p{N}{1,6}){2,3})(?![\p{L}\p{N}]|\.\p{N})/gu;
/** `D-10115`: others write the digits alone. */
const POSTCODE = /^(?:a|at|b|be|ch|cz|d|de|dk|f|fr|i|it|l|li|lu|nl|pl) \d{4,5}$/;
/** Of one digit they are said in too many ways, or are sizes and classes: `A-4`, `M-1`. */
const DIGITS_OF_CERTAIN = 2;
const NOTHING = ' ; ';

/** Codes, dates, numbers of three parts and more and of five digits and more that a query asks for; not those that programs filled into what it pastes, nor what may be an amount, a proportion or one of two days. */
export function askedAsOne(query: string): AskedAsOne {
  const isMessage = query.split('\n').some(readsLikeMessage);
  const said = withoutValues(normalise(query), { isMessage }).replace(OF_LOGS, NOTHING);
  const codes = codesIn(said);
  const dates = datesAsked(withoutCodes(said));
  const rest = [WITH_COLON, SHORT_DATES, AMOUNTS].reduce(
    (text, form) => text.replace(form, NOTHING),
    withoutDates(withoutCodes(said), dates),
  );
  const numbers = numberSequences(rest).filter(callsOne);
  const wholes = new Set([...codes, ...dates.map(({ day }) => day), ...numbers]);
  return { wholes, certain: [...wholes].filter((whole) => isCertain(whole, rest)), beginnings: beginningsOfVersions(rest) };
}

function beginningsOfVersions(text: string): ReadonlyMap<string, RegExp> {
  const versions = Array.from(text.matchAll(VERSIONS), ([, word = '', first = '', others = '']) => ({ word, first, others }));
  const named = versions.filter(({ word }) => !STOP_WORDS.has(word.toLowerCase()) && !isFunctionWord(word.toLowerCase()));
  return new Map(
    named.map(({ word, first, others }) => [
      `${first}${others.replaceAll('.', ' ')}`,
      new RegExp(String.raw`(?<![\p{L}\p{N}])${word}[ -]?v?${first}(?![.,:]?\p{N}|\p{L})`, 'iu'),
    ]),
  );
}

function callsOne(whole: string): boolean {
  return GROUPS_ALONE.test(whole) ? digitsOf(whole).length >= DIGITS_OF_ONE : THREE_NUMBERS.test(whole);
}

/** Telephones and the numbers of books, in groups of their own, others write with more or fewer digits. */
function isCertain(whole: string, rest: string): boolean {
  if (isCodeAsOne(whole)) return !POSTCODE.test(whole) && digitsOf(whole).length >= DIGITS_OF_CERTAIN;
  return !GROUPS_ALONE.test(whole) || rest.includes(digitsOf(whole));
}
