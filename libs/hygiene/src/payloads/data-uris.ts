import { endOfBase64, isEscape } from './base64-run.js';
import { looked, type Looked, type PayloadReader } from './payload.js';

/** `data:image/png;base64,`, in JSON with the slash escaped, and a blank that people put behind the comma. */
const HEAD = /data:(?:[a-z]{1,30}\\?\/[\w.+-]{1,127})?(?:;[\w.+=-]{1,100}){0,5}, ?/iy;
const IN_BASE64 = /;base64, ?$/i;
export const DATA = 'data:';
const QUOTES = '"\'`';
/** What ends an address that stands in no quotes. */
const ENDS_BARE = /[\s"'`<>()\\]/;
const MARKUP = '%3c';
/** Of characters one that is escaped, in what is encoded and not only written so in places. */
const FEW = 20;

/** The bytes of a data URI (RFC 2397): Base64, or text whose signs are escaped by percent signs. What is written as it is stays. */
export const readDataUri: PayloadReader = (text, at) => {
  HEAD.lastIndex = at;
  const head = HEAD.exec(text)?.[0];
  if (head === undefined) return { payload: undefined, end: at + DATA.length };
  const start = at + head.length;
  return IN_BASE64.test(head) ? looked({ start, end: endOfBase64(text, start) }) : readEscaped(text, start, quoteBefore(text, at));
};

function quoteBefore(text: string, at: number): string | undefined {
  const before = text.charAt(at - 1);
  return before !== '' && QUOTES.includes(before) ? before : undefined;
}

function readEscaped(text: string, start: number, quote: string | undefined): Looked {
  let end = start;
  let escapes = 0;
  for (; end < text.length; end++) {
    const char = text.charAt(end);
    if (char === '\n' || (quote === undefined ? ENDS_BARE.test(char) : char === quote)) break;
    // One within another is read by itself, and so is one behind a quote that is missing.
    if (char === 'd' && text.startsWith(DATA, end)) break;
    if (isEscape(text, end)) escapes++;
    if (char === '\\') end++;
  }
  end = Math.min(end, text.length);
  const isEncoded = text.slice(start, start + MARKUP.length).toLowerCase() === MARKUP || escapes * FEW >= end - start;
  return isEncoded ? looked({ start, end }) : { payload: undefined, end };
}
