import { isAuthName, readEncodedUser } from './encoded.js';
import { valueBy } from './found-value.js';
import { mayBeValue, nameBefore } from './names.js';
import { readOwnSetting } from './own-settings.js';
import { readBarePassword } from './bare-passwords.js';
import { isPasswordItself, secretNameOf } from './secret-names.js';
import { isBareSecret, isChosen, isDrawn } from './secret-values.js';
import type { SecretReader } from './secret.js';

const QUOTED = /[:=>]{1,2}[ \t]{0,8}["'`]([^"'`\s\\]{8,512})["'`]/y;
/** Without quotes a value ends its line, as in settings files. */
const BARE = /[:=>]{1,2}[ \t]{0,8}([\w+/.~!@$%^*?-]{12,512}={0,2})[ \t]{0,8}(?:[;,#].{0,200})?\r?(?=\n|$)/y;

/** Up to what ends a value in an address. */
const IN_ADDRESS = /=([\w+/.~!*$%-]{16,512}={0,2})(?=[&#\s"'`<>()[\]{}|;,\\]|$)/y;
/** The second argument of a call. */
const ARGUMENT = /,[ \t]{0,8}["'`]([^"'`\s\\]{8,512})["'`]/y;
const CALLED_WITH = /\([ \t]{0,8}["'][\w.:-]{1,80}["']$/;

/** The value that is assigned by the sign at a place, `=` or `:`, where the name before it says that it is secret. */
export const readAssignment: SecretReader = (text, at, context) => {
  if (!mayBeValue(text, at)) return undefined;
  const name = nameBefore(text, at);
  if (isAuthName(name)) return readEncodedUser(text, at, context);
  const rule = secretNameOf(name);
  if (rule === undefined) return undefined;
  const own = readOwnSetting(text, at, context);
  if (own !== undefined) return own;
  const quoted = valueBy(QUOTED, text, at);
  if (quoted !== undefined)
    return (rule === 'password' ? isChosen : isDrawn)(quoted.value) ? { rule, start: quoted.start, end: quoted.end } : undefined;
  const bare = valueBy(BARE, text, at);
  if (bare !== undefined && isBareSecret(bare.value)) return { rule, start: bare.start, end: bare.end };
  return rule === 'password' && isPasswordItself(name) ? readBarePassword(text, at, context) : undefined;
};

/** The value of a parameter of an address, or of a form that is sent: `?access_token=…`, `client_secret=…&`. @param at of the `=` */
export const readQueryValue: SecretReader = (text, at) => {
  const found = valueBy(IN_ADDRESS, text, at);
  if (found === undefined) return undefined;
  const name = nameBefore(text, at);
  const rule = secretNameOf(name);
  if (rule !== 'secret-value') return undefined;
  const before = text[at - name.length - 1];
  const isInRow = before === '?' || before === '&' || text[found.end] === '&';
  return isInRow && isDrawn(found.value) ? { rule, start: found.start, end: found.end } : undefined;
};

/** What is handed to a call behind the name of a secret: `define('DB_PASSWORD', '…')`. @param at of the `,` behind the quote */
export const readArgument: SecretReader = (text, at) => {
  if (!mayBeValue(text, at)) return undefined;
  const rule = secretNameOf(nameBefore(text, at));
  if (rule === undefined || !CALLED_WITH.test(text.slice(Math.max(0, at - 96), at))) return undefined;
  const found = valueBy(ARGUMENT, text, at);
  if (found === undefined || !(rule === 'password' ? isChosen : isDrawn)(found.value)) return undefined;
  return { rule, start: found.start, end: found.end };
};
