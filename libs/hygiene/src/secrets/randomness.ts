/** Shannon entropy of the characters, in bits a character. */
export function entropyOf(value: string): number {
  const counts = new Map<number, number>();
  for (let at = 0; at < value.length; at++) {
    const unit = value.charCodeAt(at);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

const DIGIT = /\d/;
const LETTER = /[A-Za-z]/;

/** How often letters and digits take turns: seldom in names (`base64Decode`: 2), often in what was drawn at random. */
export function alternations(value: string): number {
  let turns = 0;
  let before = '';
  for (const char of value) {
    const kind = DIGIT.test(char) ? 'digit' : LETTER.test(char) ? 'letter' : '';
    if (kind !== '' && before !== '' && kind !== before) turns++;
    if (kind !== '') before = kind;
  }
  return turns;
}

/** How many letters stand behind one of the other case. @param value of letters A to Z alone, small and large */
export function caseTurns(value: string): number {
  let turns = 0;
  for (let at = 1; at < value.length; at++) if (isSmall(value, at) !== isSmall(value, at - 1)) turns++;
  return turns;
}

function isSmall(value: string, at: number): boolean {
  return value.charCodeAt(at) >= 97;
}
