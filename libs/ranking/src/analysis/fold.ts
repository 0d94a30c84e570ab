const ASCII_ONLY = /^[\u0000-\u007f]*$/;
/** Soft hyphen, zero-width non-joiner and joiner, word joiner, byte order mark: they do not end a word and are not seen. */
const INVISIBLE_IN_WORDS = /\u200d|[\u00ad\u200c\u2060\ufeff]/g;

export function isAscii(text: string): boolean {
  return ASCII_ONLY.test(text);
}

/** A text in Unicode compatibility form, without characters that hide inside words. */
export function normalise(text: string): string {
  return isAscii(text) ? text : text.replace(INVISIBLE_IN_WORDS, '').normalize('NFKC');
}

/** Full case folding by way of upper case: ß becomes ss, both forms of sigma become one. */
export function fold(word: string): string {
  return isAscii(word) ? word.toLowerCase() : word.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
}
