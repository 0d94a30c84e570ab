import type { SecretReader } from './secret.js';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const DASHES = '-----';
/** The largest key there is has about 13,000 characters. */
const LONGEST = 20_000;
/** A line of a key whose end is missing; in source code it stands in quotes, with a written line break. */
const KEY_LINE = /^[ \t"'`+]{0,40}[A-Za-z0-9+/=\\]{16,200}["'`;,+ \\]{0,6}\r?$/;
const KEY_TEXT = /[A-Za-z0-9+/]{24}/;

/** The lines between `-----BEGIN … PRIVATE KEY-----` and its end, both of which stay. */
export const readPrivateKey: SecretReader = (text, at) => {
  BEGIN.lastIndex = at;
  const head = BEGIN.exec(text);
  if (head === null) return undefined;
  const start = at + head[0].length;
  // No key has five dashes in it, so that no part of the text is searched for two of them.
  const dashes = text.indexOf(DASHES, start);
  const isEnded = dashes >= 0 && dashes - start <= LONGEST && text.startsWith('-----END', dashes);
  const end = isEnded ? dashes : endOfLines(text, start);
  // A pattern or a sentence about keys is no key.
  return KEY_TEXT.test(text.slice(start, end)) ? { rule: 'private-key', start, end } : undefined;
};

function endOfLines(text: string, start: number): number {
  let end = start;
  for (let next = text.indexOf('\n', start); next >= 0 && next - start <= LONGEST; next = text.indexOf('\n', next + 1)) {
    const line = text.slice(end, next);
    if (end > start && !KEY_LINE.test(line)) break;
    end = next + 1;
  }
  return end;
}
