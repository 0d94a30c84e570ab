import { isPlaceholder } from './placeholders.js';
import { mayBeValue, nameBefore } from './names.js';
import { alternations, entropyOf } from './randomness.js';
import type { SecretReader } from './secret.js';

/** Words in names of passwords, whose values people choose. */
const PASSWORD = /passw(?:or)?d|passphrase|pwd/i;
/** Words in names of keys and tokens, whose values are drawn at random. */
const DRAWN = /secret|token|credential|(?:api|access|private|auth|account|encryption|signing|shared|master)[_-]?key/i;
const QUOTED = /[:=>]{1,2}[ \t]{0,8}["'`]([^"'`\s\\]{8,512})["'`]/y;
/** Without quotes a value ends its line, as in settings files. */
const BARE = /[:=>]{1,2}[ \t]{0,8}([\w+/.~!@$%^*?-]{12,512}={0,2})[ \t]{0,8}(?:[;,#].{0,200})?\r?(?=\n|$)/y;
const LETTERS = /[A-Za-z]/;
const DIGITS_OR_SIGNS = /[\d!@#$%^&*+=?]/;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The value that is assigned by the sign at a place, `=` or `:`, where the name before it says that it is secret. */
export const readAssignment: SecretReader = (text, at) => {
  if (!mayBeValue(text, at)) return undefined;
  const name = nameBefore(text, at);
  const isPassword = PASSWORD.test(name);
  if (!isPassword && !DRAWN.test(name)) return undefined;
  const rule = isPassword ? 'password' : 'secret-value';
  const quoted = valueBy(QUOTED, text, at);
  if (quoted !== undefined)
    return (isPassword ? isChosen : isDrawn)(quoted.value) ? { rule, start: quoted.start, end: quoted.end } : undefined;
  const bare = valueBy(BARE, text, at);
  return bare !== undefined && isBareSecret(bare.value) ? { rule, start: bare.start, end: bare.end } : undefined;
};

function valueBy(pattern: RegExp, text: string, at: number): { value: string; start: number; end: number } | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  const value = found?.[1];
  if (found === null || value === undefined || isPlaceholder(value) || UUID.test(value)) return undefined;
  const start = at + found[0].indexOf(value);
  return { value, start, end: start + value.length };
}

function isChosen(value: string): boolean {
  return LETTERS.test(value) && DIGITS_OR_SIGNS.test(value) && entropyOf(value) >= 2.5;
}

function isDrawn(value: string): boolean {
  return value.length >= 16 && alternations(value) >= 3 && entropyOf(value) >= 3;
}

/** Code without quotes holds names and calls; these change seldom between letters and digits. */
function isBareSecret(value: string): boolean {
  return alternations(value) >= 4 && entropyOf(value) >= 3.2;
}
