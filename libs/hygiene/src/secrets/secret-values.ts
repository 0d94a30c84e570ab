import { alternations, entropyOf } from './randomness.js';

const LETTERS = /[A-Za-z]/;
const DIGITS_OR_SIGNS = /[\d!@#$%^&*+=?]/;
/** A word of a page, such as a question for a password. */
const LABEL = /^\p{L}+[?:!*.…]{0,3}$/u;
/** Of a field of a page: `input#password2`. */
const SELECTOR = /^[a-z]{0,10}#[\w-]*(?:pass|pwd)[\w-]*$|^\[[\w-]+[~^$*|]?=/i;

/** Whether a value may be a password that somebody chose. */
export function isChosen(value: string): boolean {
  return LETTERS.test(value) && DIGITS_OR_SIGNS.test(value) && !LABEL.test(value) && !SELECTOR.test(value) && entropyOf(value) >= 2.5;
}

/** Whether a value in quotes may be drawn at random. */
export function isDrawn(value: string): boolean {
  if (value.length < 16 || entropyOf(value) < 3 || isIdentifier(value)) return false;
  return alternations(value) >= 3;
}

/** Code without quotes holds names and calls; these change seldom between letters and digits. */
export function isBareSecret(value: string): boolean {
  return alternations(value) >= 4 && entropyOf(value) >= 3.2 && !isIdentifier(value);
}

const PART = /^(?:[A-Za-z]*\d{0,5}(?:[A-Z][a-z]{2,})*|\d{1,8}[A-Za-z]?)$/;
const WORD = /^(?=.*[aeiouy]).*[a-z]{3}/i;

/** Words with numbers, joined: paths, names of models, of algorithms, of types (`config/keys/rsa4096/v2`, `AES-256-GCM`). */
function isIdentifier(value: string): boolean {
  const parts = value.split(/[/._:-]/);
  if (parts.length < 2 || !parts.every((part) => PART.test(part))) return false;
  const words = parts.filter((part) => WORD.test(part)).length;
  return words >= 2 || words * 2 >= parts.length;
}
