/** Digits of Base64, also of that for addresses. */
const DIGITS = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-') DIGITS[char.charCodeAt(0)] = 1;

/** A line end, in a string of a program or of JSON a written one, and the indentation behind it. */
const FOLD = /(?:\r?\n|(?:\\r)?\\n)[ \t]{0,40}/y;
const PADS = /={1,2}/y;
const CLOSES = /["'`)>\]}<]|\\"/y;
const DELIMITS = /["'`)>\]}<,;\\\r\n]|$/y;
const CAPITAL = /[A-Z]/;
const BACKSLASH = 92;
const SLASH = 47;
const PLUS = 43;
const MINUS = 45;
const UNDERSCORE = 95;
const PERCENT = 37;
/** A shorter line may be a word, and behind a longer one another text begins: programs that fold Base64 write 60 to 76 characters to a line. */
const SHORTEST_LINE = 40;
const LONGEST_LINE = 200;

/** Which of the two alphabets a text is written in: that with `+` and `/`, or that for addresses with `-` and `_`. */
type Alphabet = 'standard' | 'address';

interface Line {
  readonly end: number;
  readonly digits: number;
  /** What fills the last group up says that no other follows. */
  readonly isEnded: boolean;
  /** Undefined as long as no digit told. */
  readonly alphabet: Alphabet | undefined;
}

export function isDigit(unit: number): boolean {
  return DIGITS[unit] === 1;
}

/** The end of what is in Base64 from `start` on, in one line or folded to lines of one length; a shorter one is the last one, where padding or a
 *  closing sign says so. In JSON its slashes may be escaped, in addresses its signs. */
export function endOfBase64(text: string, start: number): number {
  const first = lineFrom(text, start);
  let last = first;
  let width = first.digits > LONGEST_LINE ? first.digits : undefined;
  const most = first.digits === 0 ? Number.POSITIVE_INFINITY : first.digits + startedAt(text, start);
  while (!last.isEnded && (width ?? 0) <= LONGEST_LINE && matches(FOLD, text, last.end)) {
    const next = FOLD.lastIndex;
    const line = lineFrom(text, next, last.alphabet);
    if (line.digits === 0 || line.digits > (width ?? most) || !matches(DELIMITS, text, line.end)) break;
    const isFull = width === undefined ? isFirstFull(text, next, { line, atLeast: first.digits }) : line.digits === width;
    if (!isFull && !line.isEnded && !matches(CLOSES, text, line.end)) break;
    last = line;
    if (!isFull) break;
    width = line.digits;
  }
  return last.end;
}

/** Whether the first line that has nothing before it says how long the others are. Sums and paths are mostly written in small letters. */
function isFirstFull(text: string, from: number, { line, atLeast }: { readonly line: Line; readonly atLeast: number }): boolean {
  if (line.digits < Math.max(SHORTEST_LINE, atLeast)) return false;
  return CAPITAL.test(text.slice(from, Math.min(line.end, from + LONGEST_LINE)));
}

/** How many characters stand before it on its line, as far as that matters. */
function startedAt(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - LONGEST_LINE), start);
  return before.length - before.lastIndexOf('\n') - 1;
}

function lineFrom(text: string, start: number, known?: Alphabet): Line {
  let end = start;
  let digits = 0;
  let alphabet = known;
  for (let length = digitAt(text, end); length > 0; length = digitAt(text, end)) {
    const one = alphabetOf(text.charCodeAt(end));
    if (one !== undefined && one !== (alphabet ?? one)) break;
    alphabet ??= one;
    end += length;
    digits++;
  }
  const isEnded = digits > 0 && matches(PADS, text, end) && text.charCodeAt(PADS.lastIndex) !== 61;
  return { end: isEnded ? PADS.lastIndex : end, digits, isEnded, alphabet };
}

/** Undefined of what is the same in both. */
function alphabetOf(unit: number): Alphabet | undefined {
  if (unit === MINUS || unit === UNDERSCORE) return 'address';
  return unit === PLUS || unit === SLASH || unit === BACKSLASH ? 'standard' : undefined;
}

/** How many characters write the digit here; 0 where there is none. */
function digitAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (isDigit(unit)) return 1;
  if (unit === BACKSLASH) return text.charCodeAt(at + 1) === SLASH ? 2 : 0;
  return unit === PERCENT ? 3 * Number(isEscape(text, at)) : 0;
}

/** Whether a percent sign and two hexadecimal digits stand here. */
export function isEscape(text: string, at: number): boolean {
  return text.charCodeAt(at) === PERCENT && isHex(text.charCodeAt(at + 1)) && isHex(text.charCodeAt(at + 2));
}

function isHex(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 70) || (unit >= 97 && unit <= 102);
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
