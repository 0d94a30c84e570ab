/** Characters of a name that are looked at. */
const LONGEST_NAME = 60;
/** Spaces, and the quotes and brackets that close a name, before a sign. */
const MOST_BETWEEN = 8;

/** The name that stands before a sign, such as that of `"api-key" : …` and `API_KEY=…`; empty where there is none. */
export function nameBefore(text: string, sign: number): string {
  let end = sign;
  while (end > 0 && sign - end < MOST_BETWEEN && isBetween(text.charCodeAt(end - 1))) end--;
  let start = end;
  while (start > 0 && end - start < LONGEST_NAME && isNameUnit(text.charCodeAt(start - 1))) start--;
  return text.slice(start, end);
}

/** Spaces, quotes, closing bracket, the asterisks of bold text. */
function isBetween(unit: number): boolean {
  return isSpace(unit) || unit === 34 || unit === 39 || unit === 96 || unit === 93 || unit === 42;
}

/** Space, tab, and the spaces that French writes before a colon. */
function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 160 || unit === 0x202f;
}

/** Letters of Latin script, digits, `_`, `-`. */
function isNameUnit(unit: number): boolean {
  const letter = unit | 32;
  return (letter >= 97 && letter <= 122) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 45 || (unit >= 0xc0 && unit <= 0x24f);
}

/** Shortest value that can be a secret. */
const SHORTEST_VALUE = 8;

/** Whether as many characters as a secret has at least stand behind a sign without a space between them. */
export function mayBeValue(text: string, sign: number): boolean {
  let at = sign + 1;
  while (at - sign < MOST_BETWEEN && isBetweenSignAndValue(text.charCodeAt(at))) at++;
  for (const end = at + SHORTEST_VALUE; at < end; at++) {
    const unit = text.charCodeAt(at);
    // Not so beyond the end of the text, where the unit is no number.
    if (!(unit > 32) || unit === 40 || unit === 41 || unit === 123 || unit === 59) return false;
  }
  return true;
}

/** Spaces, the rest of `:=` and `=>`, the asterisks of bold text. */
function isBetweenSignAndValue(unit: number): boolean {
  return isSpace(unit) || unit === 61 || unit === 62 || unit === 42;
}
