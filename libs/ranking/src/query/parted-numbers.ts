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

/** By their first piece telephones and books of thirteen digits are told; what else is one number has four groups at most. */
const OF_MANY_GROUPS = /^(?:97[89]|\+|0\d)/;
const FEW_GROUPS = 4;

const OF_FOUR_DIGITS = /^\d{4}$/;
const OF_FEWER_DIGITS = /^\d{1,3}$/;
/** What may be the area code of a telephone. */
const CODE = /^0\d{3}$/;
/** Behind an area code stand so many digits, and in the first piece so many: fewer are the end of an account. */
const BEHIND_CODE = { digits: 6, first: 3 };
/** As far is looked from the beginning of a number or an account: it and what is behind it. */
const AHEAD = 2 * MOST_DIGITS;

/** What stands between blanks, looked at once, since it may belong to each number that begins before it. */
type Piece = { readonly text: string; readonly digits: number; readonly isDate: boolean };

/** Digits of a query with hyphens and blanks between them, parted at the blanks but for those inside the number of a book or a telephone: other numbers between blanks stand beside each other. */
export function partedNumbers(run: string): readonly string[] {
  const pieces = (run.match(PIECES) ?? []).map((text) => ({ text, digits: countDigits(text), isDate: isDate(text) }));
  const parts: string[] = [];
  let at = 0;
  while (at < pieces.length) {
    const next = pieces.slice(at, at + AHEAD);
    const account = groupsOfAccount(next);
    const length = account === 0 ? lengthOfFirst(next) : account;
    const first = next.slice(0, length);
    parts.push(...(account === 0 ? [joined(first)] : first.map(({ text }) => text)));
    at += length;
  }
  return parts;
}

export function isDate(number: string): boolean {
  return DATE.test(number);
}

/** How many of the pieces are groups of an account or a card, none of which begins a telephone: four and more of four digits, or three with fewer digits behind them unless they are a telephone themselves, or however many in front of an area code, which is none of them. */
function groupsOfAccount(pieces: readonly Piece[]): number {
  const end = pieces.slice(0, MOST_DIGITS).findIndex(({ text }) => !OF_FOUR_DIGITS.test(text));
  const found = end < 0 ? Math.min(pieces.length, MOST_DIGITS) : end;
  const isBeforeTelephone = found > 0 && beginsTelephone(pieces.slice(found - 1));
  const groups = isBeforeTelephone ? found - 1 : found;
  if (groups > 3) return groups;
  const isShort = isBeforeTelephone || (groups === 3 && OF_FEWER_DIGITS.test(pieces[groups]?.text ?? ''));
  return isShort && !OF_MANY_GROUPS.test(pieces[0]?.text ?? '') ? groups : 0;
}

/** Whether the first piece is an area code of four digits with the number of a line behind it. */
function beginsTelephone([code, ...others]: readonly Piece[]): boolean {
  if (code === undefined || !CODE.test(code.text)) return false;
  const end = others.findIndex(({ isDate }) => isDate);
  const behind = end < 0 ? others : others.slice(0, end);
  const digits = behind.reduce((sum, piece) => sum + piece.digits, 0);
  return digits >= BEHIND_CODE.digits && (behind[0]?.digits ?? 0) >= BEHIND_CODE.first;
}

/** How many of the pieces are one number, at least the first. */
function lengthOfFirst(pieces: readonly Piece[]): number {
  const most = OF_MANY_GROUPS.test(pieces[0]?.text ?? '') ? pieces.length : FEW_GROUPS;
  let [digits, book, telephone] = [0, 0, 0];
  for (const [at, piece] of pieces.slice(0, most).entries()) {
    digits += piece.digits;
    if (piece.isDate || digits > MOST_DIGITS) break;
    if (digits < FEWEST_DIGITS) continue;
    const number = joined(pieces.slice(0, at + 1));
    if (isBook(number, digits)) book = at + 1;
    if (isTelephone(number)) telephone = at + 1;
  }
  return Math.max(1, book === 0 ? telephone : book);
}

function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join(' ');
}

function isBook(number: string, digits: number): boolean {
  return (digits === 13 && BOOK.of13.test(number)) || (digits === 10 && BOOK.of10.test(number));
}

function isTelephone(number: string): boolean {
  return TELEPHONE.test(number) || NORTH_AMERICAN.test(number);
}

function countDigits(number: string): number {
  return number.replace(/\D/g, '').length;
}
