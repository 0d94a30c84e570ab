import { valueBy, type FoundValue } from './found-value.js';
import { mayBeValue, nameBefore } from './names.js';
import { isPasswordItself, secretNameOf } from './secret-names.js';
import { isBareSecret, isChosen, isChosenBare, isDrawn } from './secret-values.js';
import type { Secret, SecretReader } from './secret.js';

/** What passwords without quotes are written in: neither brackets nor quotes, which are those of code; up to a blank, `;`, `&`, `<`, `|` or a quote. */
const BARE =
  /[:=][ \t\u00a0]{0,4}(?:\*\*|__)?[ \t\u00a0]{0,4}(?:\*\*|__)?[„“‚‘«]?([!#$%*+\-?@\w~À-ɏ][!#$%*+,\-./:=?@\w^~À-ɏ]{7,127})(?=[\s;&<|"'`“”‘’»]|$)/y;
/** As an address or a connection string has it, with another value before it. */
const IN_ROW = /[;&?][ \t]?[\w -]{0,40}$/;
/** Ends of sentences, bold text. Bounded: a value has at most 128 characters. */
const BEHIND = /(?:\*\*|__|[.,:])+$/;
const SHORTEST = 8;

const ELEMENT = />([^<>\s]{8,512})<\//y;
const OPENED = /<(?:[\w.:-]{1,40}[.:])?[\w-]{1,40}$|\b(?:name|key)=["'][\w.:-]{1,80}["']$/;
const ENV = /ENV[ \t]{1,8}(\w{1,60})[ \t]{1,8}["']?([^\s"'\\]{8,512})(?=["']?[ \t]*\r?(?:\n|$))/y;
const CURL = /curl [^\r\n]{0,200}?(?:(?<= )-u|--user)[ =]{0,2}["']?[\w.@+-]{1,64}:([^\s"'`]{8,128})(?=[\s"'`]|$)/y;

/** The password without quotes behind a sign: in programs those in addresses and connection strings alone, as other words are names there. */
export const readBarePassword: SecretReader = (text, at, { hasBareValues }) => {
  if (!hasBareValues && !isInRow(text, at)) return undefined;
  const found = valueBy(BARE, text, at);
  if (found === undefined) return undefined;
  const value = found.value.replace(BEHIND, '');
  return value.length >= SHORTEST && isChosenBare(value) ? passwordAt({ ...found, end: found.start + value.length }) : undefined;
};

/** What stands in an element of XML (`<password>…</password>`, `<entry key="password">…</entry>`). @param at of the `>` */
export const readElement: SecretReader = (text, at, { hasBareValues }) => {
  const next = text.charCodeAt(at + 1);
  // Most elements hold others, or words.
  if (!hasBareValues || !(next > 32) || next === 60 || text.charCodeAt(at - 1) === 47 || !mayBeValue(text, at)) return undefined;
  const found = valueBy(ELEMENT, text, at);
  if (found === undefined || found.value.includes('&#')) return undefined;
  const name = nameBefore(text, at);
  if (secretNameOf(name) !== 'password' || !isPasswordItself(name) || !OPENED.test(text.slice(Math.max(0, at - 120), at))) return undefined;
  return isChosenBare(found.value) ? passwordAt(found) : undefined;
};

/** The old form of a Dockerfile: `ENV NAME value`. */
export const readEnv: SecretReader = (text, at) => {
  const found = valueBy(ENV, text, at);
  if (found === undefined) return undefined;
  const rule = secretNameOf(/^ENV[ \t]+(\w+)/.exec(text.slice(at, at + 80))?.[1] ?? '');
  if (rule === undefined) return undefined;
  const { value, start, end } = found;
  return (rule === 'password' ? isChosen(value) : isDrawn(value) || isBareSecret(value)) ? { rule, start, end } : undefined;
};

/** `curl -u user:password`. */
export const readCurlUser: SecretReader = (text, at) => {
  const found = valueBy(CURL, text, at);
  return found !== undefined && isChosen(found.value) ? passwordAt(found) : undefined;
};

function passwordAt({ start, end }: FoundValue): Secret {
  return { rule: 'password', start, end };
}

function isInRow(text: string, at: number): boolean {
  return text.charCodeAt(at) === 61 && IN_ROW.test(text.slice(Math.max(0, at - 48), at));
}
