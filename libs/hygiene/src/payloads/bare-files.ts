import { endOfBase64, isDigit } from './base64-run.js';
import { looked, type PayloadReader } from './payload.js';

/** How files begin in Base64: PNG, JPEG, GIF, what RIFF holds (WebP, WAVE), PDF, ZIP and with it office files, WOFF2, WOFF, TrueType,
 *  OpenType, TIFF, gzip, MP3, Ogg. In JSON slashes may be escaped. */
export const FILE_BEGINNINGS = [
  'iVBORw0KGgo',
  '/9j/4',
  String.raw`\/9j\/4`,
  'R0lGODlh',
  'R0lGODdh',
  'UklGR',
  'JVBERi0',
  'UEsDB',
  'd09GMg',
  'd09GRg',
  'AAEAAAA',
  'T1RUTw',
  'SUkqA',
  'H4sIA',
  'SUQz',
  'T2dnUw',
];

/** The bytes of a file in Base64 without an address before it, as in fields of JSON, books in FB2, contacts and mails that were saved as a page: what says
 *  its kind stays. */
export const readBareFile =
  (beginning: string): PayloadReader =>
  (text, at) => {
    const start = at + beginning.length;
    if (at > 0 && isDigit(text.charCodeAt(at - 1))) return { payload: undefined, end: start };
    return looked({ start, end: Math.max(start, endOfBase64(text, at)) });
  };
