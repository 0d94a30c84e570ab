import { UUID } from './found-value.js';
import { isDrawn } from './secret-values.js';
import type { Secret, SecretReader } from './secret.js';

/** What Base64 makes of `-----BEGIN `, and of the beginnings of files that hold passwords of registries, in one line or indented. */
export const ENCODED_BEGINNINGS = ['LS0tLS1CRUdJTi', 'eyJhdXRocyI', 'eyAiYXV0aHMi', 'ewoJImF1dGhzI', 'ewogI', 'ew0KI'];
/** How the name begins under which a Secret of Kubernetes holds the logins of registries. */
export const LOGINS_BEGINNING = '.dockerc';

/** Behind the name, also in a string of JSON, and in a block of YAML. */
const LOGINS = /\.docker(?:cfg|configjson)(?:\\?["'])?[ \t]{0,8}[:=][ \t]{0,8}(?:[|>][+-]?[ \t]{0,8}\r?\n[ \t]{0,40})?(?:\\?["'])?/y;
const FIRST = /[A-Za-z0-9+/]{60,60000}={0,2}/y;
/** In a string of JSON the end of a line is written `\n`. */
const CONTINUED = /(?:\r?\n|(?:\\r)?\\n)[ \t]{0,40}([A-Za-z0-9+/]{4,100}={0,2})(?=[\s"'`,;\\]|$)/y;
/** Programs that fold Base64 write 64 or 76 characters to a line. */
const LONGEST_LINE = 100;
/** Characters in which the kind of a key is told. */
const HEAD = 60;
const HOLDS_SECRETS = /^-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY|^\{\s{0,8}"auths"/;
const OBJECT = /^\s{0,8}\{\s{0,40}"/;
/** In UTF-8, in other encodings, and in Latin-1. */
const USER_AND_PASSWORD = /^[^\p{Cc}\ufffd:]*:[^\p{Cc}\ufffd]{3,}$/u;
const USER_AND_OTHER = /^[ -9;-~]*:[^\p{Cc}]{3,}$/u;
const LATIN_USER = /^[\w.@+\\À-ÖØ-öø-ÿ-]*:[ -~\u00a1-\u00ff]{3,}$/;
/** A key of a service, which asks for no password or for any. */
const KEY_AS_USER = /^([!-9;-~]{16,}):[ -~]{0,2}$/;
const READABLE = /^[ -~]+$/;
const AUTH_NAME = /^_?auth$/i;
const AUTH = /[:=][ \t]{0,8}["']?([A-Za-z0-9+/]{8,512}={0,2})(?=["'\s,;]|$)/y;

/** A private key, or the passwords of registries, as files of Kubernetes and settings hold them: a PEM or JSON file in Base64, in one line or folded.
 *  Certificates and public keys stay. */
export const readEncoded: SecretReader = (text, at) => {
  return HOLDS_SECRETS.test(bytesOf(text.slice(at, at + HEAD))) ? wholeFrom(text, at) : undefined;
};

/** The logins of registries in Base64, whatever their JSON begins with, by the name that they have in a Secret of Kubernetes. */
export const readLogins: SecretReader = (text, at) => {
  LOGINS.lastIndex = at;
  if (!LOGINS.test(text)) return undefined;
  const start = LOGINS.lastIndex;
  return OBJECT.test(bytesOf(text.slice(start, start + HEAD))) ? wholeFrom(text, start) : undefined;
};

/** All of what is in Base64, in one line or folded. */
function wholeFrom(text: string, start: number): Secret | undefined {
  FIRST.lastIndex = start;
  const first = FIRST.exec(text)?.[0];
  if (first === undefined) return undefined;
  const end = start + first.length;
  return { rule: 'private-key', start, end: first.length > LONGEST_LINE ? end : endOfFolded(text, { end, width: first.length }) };
}

/** The user and password of `"auth": "<Base64>"`, as Docker and npm keep them; what stands under that name and is none decodes to something else. */
export const readEncodedUser: SecretReader = (text, at) => {
  AUTH.lastIndex = at;
  const found = AUTH.exec(text);
  const value = found?.[1];
  if (found === null || value === undefined || !isLogin(value)) return undefined;
  const end = at + found[0].length;
  return { rule: 'authorization', start: end - value.length, end };
};

export function isAuthName(name: string): boolean {
  return AUTH_NAME.test(name);
}

/** Whether a value is `user:password` in Base64, also in that of addresses, or a key in place of the user. */
export function isLogin(value: string): boolean {
  const bytes = bytesOf(standard(value));
  const key = KEY_AS_USER.exec(bytes)?.[1];
  return (
    [USER_AND_OTHER, LATIN_USER].some((form) => form.test(bytes)) ||
    USER_AND_PASSWORD.test(asUtf8(bytes)) ||
    (key !== undefined && isDrawn(key))
  );
}

/** Whether a value without a colon, in Base64 or as it is, looks drawn at random, and is no UUID. */
export function isBareKey(value: string): boolean {
  if (UUID.test(value)) return false;
  const bytes = bytesOf(standard(value));
  return isDrawn(READABLE.test(bytes) ? bytes : value);
}

function standard(value: string): string {
  return value.replaceAll('-', '+').replaceAll('_', '/');
}

/** Folded lines are equally long but for the last. */
function endOfFolded(text: string, { end, width }: { readonly end: number; readonly width: number }): number {
  for (let at = end; ;) {
    CONTINUED.lastIndex = at;
    const found = CONTINUED.exec(text);
    const length = found?.[1]?.length ?? 0;
    if (found === null || length > width || length % 4 !== 0) return at;
    at += found[0].length;
    if (length < width) return at;
  }
}

/** What Base64 stands for, a character a byte; empty where it is none. */
function bytesOf(value: string): string {
  const digits = value.replace(/={1,2}$/, '');
  return /[^A-Za-z0-9+/]/.test(digits) || digits.length % 4 === 1 ? '' : atob(digits);
}

function asUtf8(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
