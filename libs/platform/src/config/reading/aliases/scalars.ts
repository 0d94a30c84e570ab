/** A number where the text is one; else the text, of which the schema says what is wrong. */
export function numberOf(text: string): number | string {
  const value = Number(text);
  return Number.isNaN(value) ? text : value;
}

const YES = new Set(['true', '1', 'yes', 'y', 'on', 't']);
const NO = new Set(['false', '0', 'no', 'n', 'off', 'f']);

/** True or false in any of the spellings that Python servers take; else the text. */
export function booleanOf(text: string): boolean | string {
  const word = text.toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : text;
}

/** A list as JSON, or separated by commas; the text where it is broken JSON. */
export function listOf(text: string): unknown {
  if (!text.startsWith('[')) {
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
  try {
    const list: unknown = JSON.parse(text);
    return list;
  } catch {
    return text;
  }
}
