import { valueBy } from './found-value.js';
import { mayBeValue, nameBefore } from './names.js';
import { readBarePassword } from './bare-passwords.js';
import { isPasswordItself, secretNameOf } from './secret-names.js';
import { isBareSecret, isChosen, isDrawn } from './secret-values.js';
import type { SecretReader } from './secret.js';

const QUOTED = /[:=>]{1,2}[ \t]{0,8}["'`]([^"'`\s\\]{8,512})["'`]/y;
/** Without quotes a value ends its line, as in settings files. */
const BARE = /[:=>]{1,2}[ \t]{0,8}([\w+/.~!@$%^*?-]{12,512}={0,2})[ \t]{0,8}(?:[;,#].{0,200})?\r?(?=\n|$)/y;

/** The value that is assigned by the sign at a place, `=` or `:`, where the name before it says that it is secret. */
export const readAssignment: SecretReader = (text, at, context) => {
  if (!mayBeValue(text, at)) return undefined;
  const name = nameBefore(text, at);
  const rule = secretNameOf(name);
  if (rule === undefined) return undefined;
  const quoted = valueBy(QUOTED, text, at);
  if (quoted !== undefined)
    return (rule === 'password' ? isChosen : isDrawn)(quoted.value) ? { rule, start: quoted.start, end: quoted.end } : undefined;
  const bare = valueBy(BARE, text, at);
  if (bare !== undefined && isBareSecret(bare.value)) return { rule, start: bare.start, end: bare.end };
  return rule === 'password' && isPasswordItself(name) ? readBarePassword(text, at, context) : undefined;
};
