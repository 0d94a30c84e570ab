import { maskSecrets, type MaskedText } from './mask-secrets.js';

const BLANKS = /\s+/g;

/** The value of a named field without its secrets: those that a text would be searched for, and the whole value where the name says that it is secret. */
export function maskField(name: string, value: string): MaskedText {
  const masked = maskSecrets(value);
  if (Object.keys(masked.counts).length > 0) return masked;
  const before = `${name.replace(BLANKS, '_')}: "`;
  const { text, counts } = maskSecrets(`${before}${value}"`);
  return { text: text.slice(before.length, -1), counts };
}
