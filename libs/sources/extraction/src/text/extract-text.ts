import type { ExtractionRequest } from '@tributary/sources-port';
import type { Extracted } from '../formats/extractor.js';
import { Refused } from '../formats/refused.js';
import { decodeBytes } from './decode-bytes.js';

/** Plain text in any encoding, as it stands. */
export function extractText({ bytes, mediaType = '' }: ExtractionRequest): Extracted {
  const decoded = decodeBytes(bytes, /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(mediaType)?.[1]);
  if (decoded === undefined) throw new Refused('unsupported', 'Its format is not one of those that are extracted.');
  const { text, encoding, damaged } = decoded;
  const notes = [
    ...(encoding === 'utf-8' ? [] : [`Read as ${encoding}.`]),
    ...(damaged === 0 ? [] : [`${damaged} characters are not valid ${encoding} and were replaced.`]),
  ];
  return { text, lang: 'text', notes };
}
