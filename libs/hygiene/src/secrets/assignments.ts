import { isPlaceholder } from './placeholders.js';
import { mayBeValue, nameBefore } from './names.js';
import { secretNameOf } from './secret-names.js';
import { isBareSecret, isChosen, isDrawn } from './secret-values.js';
import type { SecretReader } from './secret.js';

const QUOTED = /[:=>]{1,2}[ \t]{0,8}["'`]([^"'`\s\\]{8,512})["'`]/y;
/** Without quotes a value ends its line, as in settings files. */
const BARE = /[:=>]{1,2}[ \t]{0,8}([\w+/.~!@$%^*?-]{12,512}={0,2})[ \t]{0,8}(?:[;,#].{0,200})?\r?(?=\n|$)/y;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The value that is assigned by the sign at a place, `=` or `:`, where the name before it says that it is secret. */
export const readAssignment: SecretReader = (text, at) => {
  if (!mayBeValue(text, at)) return undefined;
  const rule = secretNameOf(nameBefore(text, at));
  if (rule === undefined) return undefined;
  const quoted = valueBy(QUOTED, text, at);
  if (quoted !== undefined)
    return (rule === 'password' ? isChosen : isDrawn)(quoted.value) ? { rule, start: quoted.start, end: quoted.end } : undefined;
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
