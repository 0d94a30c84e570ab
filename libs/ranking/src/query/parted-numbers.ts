/** Between blanks so many: "2017 300" are two numbers. */
const FEWEST_DIGITS = 9;
const MOST_DIGITS = 15;

/** Whatever stands between blanks, and dates whose parts do: `2017 03 03`. */
const PIECES =
  /(?:(?:19|20)\d\d (?:0[1-9]|1[0-2]) (?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01]) (?:0[1-9]|1[0-2]) (?:19|20)\d\d)(?= |$)|[^ ]+/g;
/** 2017-03-03, 2017 03 03, 03-03-2017. */
const DATE = /^(?:\d{4}[- ]\d\d[- ]\d\d|\d\d[- ]\d\d[- ]\d{4})$/;

const BOOK = { of13: /^97[89](?:[- ]\d{1,10})+$/, of10: /^\d{1,5}[- ]\d{1,7}[- ]\d{1,7}[- ]\d$/ };
/** Behind the number of a line, of six digits and more in one piece, nothing belongs to it: `030 1234567 5`. */
const TELEPHONE = /^(?:\+|0\d)\d{0,4}(?:[- ]\d{1,5})*[- ]\d{1,15}$/;
const NORTH_AMERICAN = /^(?:1[- ])?\d{3}[- ]\d{3}[- ]\d{4}$/;

/** Digits of a query with hyphens and blanks between them, parted at the blanks but for those inside the number of a book or a telephone: other numbers between blanks stand beside each other. */
export function partedNumbers(run: string): readonly string[] {
  const pieces = run.match(PIECES) ?? [];
  const parts: string[] = [];
  for (let at = 0; at < pieces.length; at += parts.at(-1)?.match(PIECES)?.length ?? 1)
    parts.push(firstOf(pieces.slice(at, at + MOST_DIGITS)));
  return parts;
}

export function isDate(number: string): boolean {
  return DATE.test(number);
}

/** As many of the pieces as are one number, at least the first. */
function firstOf(pieces: readonly string[]): string {
  const date = pieces.findIndex(isDate);
  const whole = date < 0 ? pieces : pieces.slice(0, date);
  const beginnings = whole.map((_, at) => whole.slice(0, at + 1).join(' '));
  return beginnings.findLast(isBook) ?? beginnings.findLast(isTelephone) ?? pieces[0] ?? '';
}

function isBook(number: string): boolean {
  const digits = countDigits(number);
  return (digits === 13 && BOOK.of13.test(number)) || (digits === 10 && BOOK.of10.test(number));
}

function isTelephone(number: string): boolean {
  const digits = countDigits(number);
  return digits >= FEWEST_DIGITS && digits <= MOST_DIGITS && (TELEPHONE.test(number) || NORTH_AMERICAN.test(number));
}

function countDigits(number: string): number {
  return number.replace(/\D/g, '').length;
}
