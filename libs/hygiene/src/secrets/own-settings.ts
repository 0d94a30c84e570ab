import { isFilledIn, isPlaceholder } from './placeholders.js';
import { nameBefore } from './names.js';
import { parentsOf } from './parents.js';
import type { Secret, SecretContext } from './secret.js';

/** Settings of Tributary that hold a secret, and what they lie in, the nearest first; `*` is any name. Signs in names are left out. */
const SETTINGS: readonly (readonly string[])[] = [
  ['token', 'server'],
  ['token', '*', 'tokens', 'access'],
  ['clientsecret', 'console', 'oauth', 'access'],
  ['clientsecret', 'tokenexchange', 'source'],
  ['token', '*', 'engines'],
  ['apikey', '*', 'engines'],
  ['apikey', '*', 'models'],
  ['apikey', '*', 'rerankers'],
  ['apikey', 'qdrant'],
  ['apitoken', 'daemon'],
];
const NAMES = new Set(SETTINGS.map(([name]) => name));
/** The variables for them. */
const VARIABLE = /^TRIBUTARY_(?:\w+__)?(?:TOKEN|API_KEY|API_TOKEN|CLIENT_SECRET)$/;

const QUOTED = /[:=][ \t]{0,8}["']([^"'`\s\\]{8,512})["']/y;
/** Up to a blank, or to what ends a value in a line of YAML. */
const BARE = /[:=][ \t]{0,8}([^\s"'`#&*!|>{}[\],;()<@%][^\s"'`,}\])<;]{7,511})(?=[\s,}\]"']|$)/y;
/** No setting for a secret that people choose takes fewer characters without a digit: words are what documentation has there. */
const LONG = 16;
/** Kept by another program, or encrypted where it stands. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]{0,30}:\/\/|os\.environ\b|vault:|ENC\[)/i;
/** Names in programs and of messages. */
const IDENTIFIER = /^(?:[A-Za-z_]+(?:\.[A-Za-z_]+)+|[A-Z]+(?:_+[A-Z]+)+)$/;
/** As samples and labels do. */
const SAYS_SO = /token|api[-_]?key/i;

/** The value of a setting of Tributary that holds a secret, in its configuration or its environment, however plain it is: the place says that it is one. */
export function readOwnSetting(text: string, sign: number, { hasBareValues }: SecretContext): Secret | undefined {
  const name = nameBefore(text, sign);
  const isVariable = name.startsWith('TRIBUTARY_') && VARIABLE.test(name);
  const key = plain(name);
  if (!isVariable && (text.charCodeAt(sign) !== 58 || !NAMES.has(key))) return undefined;
  const found = valueAt(QUOTED, text, sign) ?? (hasBareValues ? valueAt(BARE, text, sign) : undefined);
  if (found === undefined || isFilledIn(found.value) || ELSEWHERE.test(found.value) || isOfWords(found.value)) return undefined;
  if (!isVariable && !isSetting(key, parentsOf(text, sign))) return undefined;
  return { rule: 'secret-value', start: found.start, end: found.start + found.value.length };
}

/** Whether it has no digit, and stands for a secret only. What has one may be a secret whatever words lie in it. */
function isOfWords(value: string): boolean {
  if (/\d/.test(value)) return false;
  return value.length < LONG || isPlaceholder(value) || IDENTIFIER.test(value) || SAYS_SO.test(value);
}

function isSetting(key: string, parents: readonly string[]): boolean {
  const path = [key, ...parents.map(plain)];
  return SETTINGS.some((setting) => setting.every((part, at) => (part === '*' ? path[at] !== undefined : path[at] === part)));
}

function plain(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

function valueAt(pattern: RegExp, text: string, at: number): { readonly value: string; readonly start: number } | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  const value = found?.[1];
  return found === null || value === undefined ? undefined : { value, start: at + found[0].lastIndexOf(value) };
}
