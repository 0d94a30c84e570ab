/** Digits of Base64, also of that for addresses. */
const DIGITS = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-') DIGITS[char.charCodeAt(0)] = 1;

/** A line end, in a string of a program or of JSON a written one, and the indentation behind it. */
const FOLD = /(?:\r?\n|(?:\\r)?\\n)[ \t]{0,40}/y;
const PADS = /={1,2}/y;
const CLOSES = /["'`)>\]}<]|\\"/y;
const DELIMITS = /["'`)>\]}<,;\\\r\n]|$/y;
const BACKSLASH = 92;
const SLASH = 47;
const PERCENT = 37;
/** A shorter line may be a word, and behind a longer one another text begins: programs that fold Base64 write 60 to 76 characters to a line. */
const SHORTEST_LINE = 40;
const LONGEST_LINE = 200;

export function isDigit(unit: number): boolean {
  return DIGITS[unit] === 1;
}

/** The end of what is in Base64 from `start` on, in one line or folded. In JSON its slashes may be escaped, in addresses its signs. */
export function endOfBase64(text: string, start: number): number {
  let { end, isEnded } = lineFrom(text, start);
  if (end - start > LONGEST_LINE) return end;
  while (!isEnded && matches(FOLD, text, end)) {
    const next = FOLD.lastIndex;
    const line = lineFrom(text, next);
    const isWhole = line.end - next >= SHORTEST_LINE || line.isEnded || (line.end > next && matches(CLOSES, text, line.end));
    if (!isWhole || !matches(DELIMITS, text, line.end)) break;
    ({ end, isEnded } = line);
  }
  return end;
}

/** One line of it; `isEnded` where what fills the last group up says that no other follows. */
function lineFrom(text: string, start: number): { readonly end: number; readonly isEnded: boolean } {
  let end = start;
  for (let length = digitAt(text, end); length > 0; length = digitAt(text, end)) end += length;
  const isEnded = end > start && matches(PADS, text, end) && text.charCodeAt(PADS.lastIndex) !== 61;
  return { end: isEnded ? PADS.lastIndex : end, isEnded };
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
