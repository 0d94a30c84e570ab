import { alternations, caseTurns, entropyOf } from './randomness.js';

const LETTERS = /[A-Za-z]/;
const DIGITS_OR_SIGNS = /[\d!@#$%^&*+=?]/;
const SIGNS = /[!@#$%^&*+=?]/;
/** A word of a page, such as a question for a password. */
const LABEL = /^\p{L}+[?:!*.…]{0,3}$/u;
/** Of a field of a page: `input#password2`. Bounded: a value has at most 512 characters. */
const SELECTOR = /^[a-z]{0,10}#[\w-]*(?:pass|pwd)[\w-]*$|^\[[\w-]+[~^$*|]?=/i;

const DEMANDED_FIRST = /^[a-z_]+[:|,]/;
const DEMANDED = /^[a-z_]+(?::\w+|\d*)$/;
const ITEM = /^\w*$/;

/** Of a text that is looked up elsewhere: `auth.password.hint2`. */
const MESSAGE_KEY = /^(?=.*(?:pass|pwd|auth|login))[a-z][A-Za-z_]*(?:\.[A-Za-z_]+\d{0,2}){1,8}$/;

/** Of a column of a table: `varchar(255)`. */
const COLUMN_TYPE =
  /^(?:n?(?:var)?char2?|(?:tiny|small|medium|big)?int(?:eger)?\d?|text|string|n?clob|blob|(?:var)?binary|(?:var)?bit|raw|decimal|numeric|number|float\d?|double|real|date(?:time)?\d?|time(?:stamp)?(?:tz)?|year)\(\d+(?:,\d+)?\)$/i;

const NOT_CHOSEN = [LABEL, SELECTOR, MESSAGE_KEY, COLUMN_TYPE];

/** Whether a value may be a password that somebody chose. */
export function isChosen(value: string): boolean {
  return LETTERS.test(value) && DIGITS_OR_SIGNS.test(value) && !isNotChosen(value) && entropyOf(value) >= 2.5;
}

function isNotChosen(value: string): boolean {
  return NOT_CHOSEN.some((form) => form.test(value)) || isDemanded(value);
}

/** What a form asks of a password: `required|string|min:8`, `in:a,b|size:3`. */
function isDemanded(value: string): boolean {
  if (!DEMANDED_FIRST.test(value)) return false;
  let demands = 0;
  const areAll = value.split('|').every((group) => {
    let hasList = false;
    return group.split(',').every((part) => {
      if (!DEMANDED.test(part)) return hasList && ITEM.test(part);
      demands++;
      hasList ||= part.includes(':');
      return true;
    });
  });
  return areAll && demands > 1;
}

/** Whether a value in quotes may be drawn at random. */
export function isDrawn(value: string): boolean {
  if (value.length < 16 || entropyOf(value) < 3 || isIdentifier(value)) return false;
  return alternations(value) >= 3 || isDrawnFromLetters(value);
}

/** Code without quotes holds names and calls; these change seldom between letters and digits. */
export function isBareSecret(value: string): boolean {
  return alternations(value) >= 4 && entropyOf(value) >= 3.2 && !isIdentifier(value);
}

/** Letters alone, drawn: words have more vowels, and fewer letters beside one of the other case. */
function isDrawnFromLetters(value: string): boolean {
  if (!/^[A-Za-z]{20,}$/.test(value) || caseTurns(value) < 0.38 * (value.length - 1)) return false;
  return value.replace(/[^aeiou]/gi, '').length <= 0.27 * value.length;
}

/** Bounded: as long as a value. */
const PART = /^(?:[A-Za-z]*\d{0,5}(?:[A-Z][a-z]{2,})*|\d{1,8}(?:[A-Za-z]|st|nd|rd|th)?)$/;
const WORD = /^(?=.*[aeiouy]).*[a-z]{3}/i;

/** Words with numbers, joined: paths, names of models, of algorithms, of types (`config/keys/rsa4096/v2`, `AES-256-GCM`). */
export function isIdentifier(value: string): boolean {
  const parts = value.split(/[/._:-]/);
  if (parts.length < 2 || !parts.every((part) => PART.test(part))) return false;
  const words = parts.filter((part) => WORD.test(part)).length;
  return words >= 2 || words * 2 >= parts.length;
}

/** `Sommer2024`: a word and a number. */
const WORD_AND_NUMBER = /^[A-Za-z]+\d{2,}$/;
const OF_PASSWORDS = /pass|pwd|secret|cred|token|kennwort/i;
const VARIABLE = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$|^[a-z]+\d*(?:[A-Z][a-z]+\d?)+$|^\*\w+$|^%\w+%$/;
/** What says of what kind a password is, or where it stands. */
const TOLD =
  /characters?|chars|digits|letters|symbols|least|minimum|maximum|length|^[a-z][\w+.-]+:|^[a-z]:[\\/]|^www\.|^(?:bcrypt|scrypt|argon2|pbkdf2|sha\d|md5)|^\d{4}-\d\d-\d\d/i;

/** Whether a value without quotes may be a password that somebody chose: in settings, notes and shells such a value is what it says; it may yet be the name of a
 *  variable, in a sample of code. */
export function isChosenBare(value: string): boolean {
  if (!isChosen(value) || VARIABLE.test(value) || TOLD.test(value)) return false;
  return SIGNS.test(value) || WORD_AND_NUMBER.test(value) || !OF_PASSWORDS.test(value);
}
